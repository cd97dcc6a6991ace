import { z } from 'zod';
import { isMailAddress, requiredText } from './text.ts';

/** Maximum characters of a subscriber's address. */
const addressLimit = 320;

/** Messages of subscriptions. */
export const subscriberMessages = {
  invalidAddress: 'Please enter a valid email address.',
  /** The same for every address and tenant, so that it reveals nothing about who is subscribed. */
  requested: 'If this address can be subscribed, a mail with a link to confirm the subscription is on its way.',
} as const;

const address = requiredText(addressLimit, subscriberMessages.invalidAddress)
  .refine(isMailAddress, subscriberMessages.invalidAddress)
  .transform((value) => value.toLowerCase());

/**
 * Body of POST /v1/communicationsubscriptions (anonymous), as JSON or as the form of a page without scripts
 * (`application/x-www-form-urlencoded`, answered with a page). The address receives the external reports of the tenant's
 * communications once it has confirmed the link that is mailed to it.
 */
export const subscriptionRequestSchema = z.strictObject({
  tenantId: z.guid('Must be the id of a tenant.').toLowerCase(),
  address,
});
export type SubscriptionRequest = z.output<typeof subscriptionRequestSchema>;

/** Answer to every accepted request: 202 with the same message. */
export const subscriptionRequestAnswerSchema = z.object({ message: z.literal(subscriberMessages.requested) });

/** The states of a subscriber by number; transferred by name. */
export const subscriberStates = { Pending: 1, Confirmed: 2 } as const;
export type SubscriberState = keyof typeof subscriberStates;

/** A person or address that receives the external reports of a tenant's communications. */
export interface Subscriber {
  readonly subscriberId: string;
  readonly tenantId: string;
  readonly address: string;
  readonly state: SubscriberState;
  readonly confirmed: string | null;
  readonly created: string;
  readonly createdBy: string;
  readonly tenant?: { readonly name: string };
}

/** What a subscriber is sent, by number; transferred by name. */
export const deliveryKinds = { Confirmation: 1, Update: 2, Digest: 3 } as const;
export type DeliveryKind = keyof typeof deliveryKinds;

/**
 * States of a delivery by number; transferred by name. `Accepted`: by the mail server; `Held`: kept in the outbox,
 * because no mail server is configured; `Deferred`: over the budget, to be sent with the next digest; `Digested`: sent
 * with a digest.
 */
export const deliveryStates = { Queued: 1, Accepted: 2, Held: 3, Failed: 4, Deferred: 5, Digested: 6 } as const;
export type DeliveryState = keyof typeof deliveryStates;

/** A mail to a subscriber: what was sent to whom, and when the mail server accepted it. */
export interface SubscriberDelivery {
  readonly deliveryId: string;
  readonly tenantId: string;
  readonly address: string;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly subject: string;
  readonly accepted: string | null;
  /** The answer of the mail server, or why the mail failed. */
  readonly detail: string | null;
  readonly created: string;
  readonly tenant?: { readonly name: string };
}

/** Settings of a tenant for its subscribers: whether visitors without an account may subscribe, off by default. */
export const subscriberSettingsSchema = z.strictObject({ allowsVisitors: z.boolean() });
export type SubscriberSettings = z.infer<typeof subscriberSettingsSchema>;

/** Whether the caller is subscribed to the communications of a tenant. */
export const ownSubscriptionSchema = z.strictObject({ isSubscribed: z.boolean() });
