import { z } from 'zod';

/**
 * The optional body of the calls that enable or disable. `enabled` is the wanted state, so that two people who want the
 * same do not reverse each other; without it the call reverses the present state.
 */
export const toggleSchema = z.object({ enabled: z.boolean().optional() }).nullish();

export type Toggle = z.infer<typeof toggleSchema>;
