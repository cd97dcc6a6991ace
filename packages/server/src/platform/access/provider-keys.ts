import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { Problem } from '../problems.ts';

/** Minimum seconds between two fetches of the keys, and after which a caller may retry. */
const cooldownSeconds = 2;

/** Age at which the keys are fetched again before they are used. */
const maxAgeMilliseconds = 10 * 60_000;

/** Maximum age of keys that are used while they cannot be fetched; a withdrawn key is accepted up to this age. */
const maxStaleMilliseconds = 6 * 3_600_000;

/** Minimum time between two fetches because of the keys' age. In between, the cached ones are used. */
const renewalPauseMilliseconds = 30_000;

class CoolingDownError extends Error {
  override name = 'CoolingDownError';
}

/** Not logged as an error: any caller can send a token that names an unknown key. */
const keysOnCooldown = (): Problem =>
  new Problem({
    status: 503,
    detail: 'The keys of the identity provider were requested a moment ago. Please try again.',
    headers: { 'retry-after': String(cooldownSeconds) },
    isIntended: true,
  });

/**
 * The keys that a provider publishes at the address. They are fetched at the first use, when they are ten minutes old,
 * and for a token of a key that is not among them; at most once in `cooldownSeconds`, failed fetches included. While the
 * fetch fails, older keys are used, for six hours at most. The provider may have begun to use a key since the last fetch:
 * only a fetch that began after the token arrived shows that its key is unknown (`JWKSNoMatchingKey`). During the
 * cooldown the token leads to 503.
 *
 * `onFailure` is called when keys that are too old cannot be fetched: the provider may have moved them.
 */
export const createProviderKeys = (address: URL, onFailure: () => void = () => undefined): JWTVerifyGetKey => {
  let fetches = 0;
  let fetchedAt = -Infinity;
  let loadedAt = -Infinity;
  let nextRenewalAt = -Infinity;
  let renewal: Promise<void> | undefined;

  const keys = createRemoteJWKSet(address, {
    cooldownDuration: 0, // during its own cooldown, jose treats every new key as unknown
    cacheMaxAge: Infinity, // jose drops older keys, even if they cannot be fetched
    [customFetch]: (url, options) => {
      const now = performance.now();
      if (now - fetchedAt < cooldownSeconds * 1_000) return Promise.reject(new CoolingDownError());
      fetchedAt = now;
      fetches += 1;
      return fetch(url, options);
    },
  });

  const load = async (): Promise<void> => {
    await keys.reload();
    loadedAt = performance.now();
  };

  /** Starts a fetch, except in the pause after the last one. Resolves when a fetch in progress ends; never rejects. */
  const renew = (): Promise<void> => {
    const now = performance.now();
    if (now >= nextRenewalAt) {
      nextRenewalAt = now + renewalPauseMilliseconds;
      renewal = load()
        .catch(onFailure)
        .finally(() => (renewal = undefined));
    }
    return renewal ?? Promise.resolve();
  };

  return async (header, token) => {
    const before = fetches;
    try {
      const age = performance.now() - loadedAt;
      if (age >= maxStaleMilliseconds) await load();
      else if (age >= maxAgeMilliseconds) await renew();
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) && !(error instanceof CoolingDownError)) throw error;
      throw fetches > before ? new errors.JWKSNoMatchingKey() : keysOnCooldown();
    }
  };
};
