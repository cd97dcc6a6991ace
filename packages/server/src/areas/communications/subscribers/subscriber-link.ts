import { createHmac } from 'node:crypto';
import { isGuid } from '@cfs/contracts/guid';
import type { DerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { sameText } from '../../../platform/secrets/same-text.ts';

/** The action of a link in a mail to a subscriber. */
export type SubscriberLinkAction = 'confirm' | 'unsubscribe';

/** The payload of a link whose signature is valid. */
export interface SubscriberLink {
  readonly tenantId: string;
  readonly subscriberId: string;
  /** `undefined` for a link that does not expire. */
  readonly expires: Date | undefined;
}

/** How long a confirmation link is valid. */
export const confirmationMilliseconds = 48 * 3_600_000;

const never = '0';

const seal = (keys: DerivedKeys, tenantId: string, ...parts: readonly string[]): string =>
  createHmac('sha256', keys.keyFor('subscriber link', tenantId)).update(parts.join('\n')).digest('base64url');

/** Returns the address of a link; its signature covers the tenant, the action, the subscriber and the expiry. */
export const subscriberLink = (
  origin: string,
  keys: DerivedKeys,
  action: SubscriberLinkAction,
  { tenantId, subscriberId, expires }: SubscriberLink,
): string => {
  const end = expires?.getTime().toString(36) ?? never;
  const token = [tenantId, subscriberId, end, seal(keys, tenantId, action, subscriberId, end)].join('.');
  return `${origin}/v1/communicationsubscriptions/${action}/${token}`;
};

/**
 * Returns the payload of a token that the portal signed for this action, else `undefined`. Does not check the expiry.
 */
export const readSubscriberLink = (
  keys: DerivedKeys,
  action: SubscriberLinkAction,
  token: string,
): SubscriberLink | undefined => {
  const [tenantId = '', subscriberId = '', end = '', proof = ''] = token.split('.');
  if (!isGuid(tenantId) || !isGuid(subscriberId) || !/^[0-9a-z]{1,9}$/.test(end)) return undefined;
  if (!sameText(proof, seal(keys, tenantId, action, subscriberId, end))) return undefined;
  return { tenantId, subscriberId, expires: end === never ? undefined : new Date(Number.parseInt(end, 36)) };
};
