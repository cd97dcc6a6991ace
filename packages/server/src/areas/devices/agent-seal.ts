import { createHmac, randomBytes } from 'node:crypto';
import type { DerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { sameText } from '../../platform/secrets/same-text.ts';

/**
 * Nonces and tokens are self-contained: each is sealed by an HMAC with a key that is derived from the master key for
 * each agent. They are not stored, any node can verify them, and they become invalid when the agent's row is deleted.
 */

export const nonceLifetime = 60_000;
export const tokenLifetime = 10 * 60_000;
/** Maximum difference between the clocks of two nodes. */
export const clockSkewMilliseconds = 30_000;
const tokenPrefix = 'cfsd';

const seal = (key: Buffer, purpose: 'nonce' | 'token', ...parts: string[]): string =>
  createHmac('sha256', key)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url');

/** The key that seals the nonces and tokens of an agent. */
export const agentSealKey = (
  keys: DerivedKeys,
  agent: { readonly tenantId: string; readonly agentId: string },
): Buffer => keys.keyFor('device token', agent.tenantId, agent.agentId);

export const createNonce = (key: Buffer, agentId: string, now: Date): string => {
  const made = now.getTime().toString(36);
  const random = randomBytes(16).toString('base64url');
  return [made, random, seal(key, 'nonce', agentId, made, random)].join('.');
};

/**
 * Returns when the nonce was created; `undefined` unless this server issued it to this agent within the last minute.
 */
export const readNonce = (key: Buffer, agentId: string, nonce: string, now: Date): Date | undefined => {
  const [made = '', random = '', proof = ''] = nonce.split('.');
  if (!sameText(proof, seal(key, 'nonce', agentId, made, random))) return undefined;
  const time = Number.parseInt(made, 36);
  const age = now.getTime() - time;
  return age > nonceLifetime || age < -clockSkewMilliseconds ? undefined : new Date(time);
};

export const createDeviceToken = (key: Buffer, agentId: string, now: Date): string => {
  const expires = (now.getTime() + tokenLifetime).toString(36);
  return [tokenPrefix, agentId, expires, seal(key, 'token', agentId, expires)].join('.');
};

/** The parts of a credential that looks like a device token. */
export const parseDeviceToken = (
  credential: string,
): { readonly agentId: string; readonly expires: string; readonly proof: string } | undefined => {
  const [prefix, agentId, expires, proof] = credential.split('.');
  return prefix === tokenPrefix && agentId && expires && proof ? { agentId, expires, proof } : undefined;
};

/** Whether the token was issued by this server, regardless of its expiry. */
export const deviceTokenIsProven = (
  key: Buffer,
  { agentId, expires, proof }: { readonly agentId: string; readonly expires: string; readonly proof: string },
): boolean => sameText(proof, seal(key, 'token', agentId, expires));

/**
 * Whether the token has not expired. A token that claims more than ten minutes, plus clock skew, is not accepted
 * either.
 */
export const deviceTokenIsCurrent = ({ expires }: { readonly expires: string }, now: Date): boolean => {
  const left = Number.parseInt(expires, 36) - now.getTime();
  return left > 0 && left <= tokenLifetime + clockSkewMilliseconds;
};
