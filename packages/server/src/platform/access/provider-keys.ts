import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { Problem } from '../problems.ts';

/** Minimum seconds between two fetches of the keys, and after which a caller may retry. */
const cooldownSeconds = 2;

class CoolingDownError extends Error {
  override name = 'CoolingDownError';
}

/** Not logged as an error: anybody can name a key that nobody has. */
const askedMomentAgo = (): Problem =>
  new Problem({
    status: 503,
    detail: 'The keys of the identity provider were asked for a moment ago. Please try again.',
    headers: { 'retry-after': String(cooldownSeconds) },
    isIntended: true,
  });

/**
 * The keys that a provider publishes at the address. They are fetched at the first use, when they are ten minutes old,
 * and for a token of a key that is not among them; at most once in `cooldownSeconds`, failed fetches included. The
 * provider may have begun to use a key since the last fetch: only a fetch that began after the token came shows that its
 * key is unknown (`JWKSNoMatchingKey`). During the cooldown the token is answered with 503.
 */
export const createProviderKeys = (address: URL): JWTVerifyGetKey => {
  let fetches = 0;
  let fetchedAt = -Infinity;

  const keys = createRemoteJWKSet(address, {
    cooldownDuration: 0, // during its own, jose takes every new key for an unknown one
    [customFetch]: (url, options) => {
      const now = performance.now();
      if (now - fetchedAt < cooldownSeconds * 1_000) return Promise.reject(new CoolingDownError());
      fetchedAt = now;
      fetches += 1;
      return fetch(url, options);
    },
  });

  return async (header, token) => {
    const before = fetches;
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) && !(error instanceof CoolingDownError)) throw error;
      throw fetches > before ? new errors.JWKSNoMatchingKey() : askedMomentAgo();
    }
  };
};
