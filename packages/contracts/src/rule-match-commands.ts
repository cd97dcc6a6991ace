import { z } from 'zod';
import { requiredText } from './text.ts';

/** Maximum characters of the reason for ending a match manually, or for a silence. */
export const maximumReasonCharacters = 500;

/** Body of POST v1/rulematches/{id}/expire. */
export const matchExpirySchema = z.object({
  reason: requiredText(maximumReasonCharacters, 'Please enter a reason'),
});

export type MatchExpiry = z.infer<typeof matchExpirySchema>;
