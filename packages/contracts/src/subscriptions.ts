import { z } from 'zod';
import type { StoredFields } from './stored-fields.ts';
import { requiredText } from './text.ts';

/** Subscriptions of one tenant. */
export const maxSubscriptionsPerTenant = 1_000;

const subscriptionFields = {
  name: requiredText(200, 'Please enter a name.'),
};

/**
 * Body of PUT /v1/subscriptions (docs/reference/subscriptions.md). Without `tenantId` the subscription belongs to the
 * request's tenant; the server assigns its id.
 */
export const subscriptionCreateSchema = z.strictObject({
  ...subscriptionFields,
  subscriptionId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
});

/**
 * Body of POST /v1/subscriptions/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed
 * since.
 */
export const subscriptionUpdateSchema = subscriptionCreateSchema.extend({
  name: subscriptionFields.name.optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type SubscriptionCreate = z.infer<typeof subscriptionCreateSchema>;
export type SubscriptionUpdate = z.infer<typeof subscriptionUpdateSchema>;

/** A subscription as returned by the API. */
export interface Subscription extends StoredFields<typeof subscriptionFields> {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly created: string;
  /** ISO 8601 in UTC with milliseconds; strictly increasing with each change. */
  readonly modified: string;
}
