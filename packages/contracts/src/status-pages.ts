import { z } from 'zod';

/** Body of PUT /v1/tenants/{id}/statuspage: whether visitors may read the status page of the tenant, off by default. */
export const statusPageWriteSchema = z.strictObject({ isPublic: z.boolean() });
export type StatusPageWrite = z.infer<typeof statusPageWriteSchema>;

/** Answer of GET and PUT /v1/tenants/{id}/statuspage. */
export const statusPageSchema = z.object({
  isPublic: z.boolean(),
  /** Where the page is, or would be. */
  address: z.url(),
});
export type StatusPage = Readonly<z.infer<typeof statusPageSchema>>;

/** Days that a closed communication stays on the status page (docs/reference/communications.md#status-page). */
export const statusHistoryDays = 90;
