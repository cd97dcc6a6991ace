import { z } from 'zod';

/** Maximum number of people who watch a unit (docs/reference/work-unit-desk.md#watching). */
export const watcherLimit = 100;

/** A person who watches a unit. */
export const watcherSchema = z.object({ userId: z.guid(), mail: z.string(), displayName: z.string() });

/** Answer of GET /v1/workunits/{workUnitId}/watchers, by name. */
export const watchersSchema = z.object({ value: z.array(watcherSchema) });

export type Watcher = Readonly<z.infer<typeof watcherSchema>>;
