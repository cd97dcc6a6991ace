import type { Clock } from '../clock.ts';

/** Tolerated clock skew between the provider and the server. */
export const clockToleranceSeconds = 30;

/** The clock of the identity provider, as far as the tokens show it. */
export interface ProviderClock {
  /** Records the `iat`, in seconds since 1970, of a token that the server sees for the first time. */
  readonly observe: (issuedAt: number) => void;
  /**
   * The estimated time of the provider: never later than its actual time, and never earlier than the newest token that
   * was observed in the last ten minutes, while the two clocks differ by at most the tolerance.
   */
  readonly now: () => Date;
}

/** Minimum time for which an observation counts; limited because clocks are adjusted. */
const observationMilliseconds = 10 * 60_000;
const toleranceMilliseconds = clockToleranceSeconds * 1_000;

/**
 * A token reaches the server after it was issued: `iat` minus the time of its arrival is at most the difference of the
 * clocks, and close to it for a token that is used at once. The greatest of several is the best estimate.
 */
export const createProviderClock = (clock: Clock): ProviderClock => {
  let since = clock.now().getTime();
  let latest = -toleranceMilliseconds;
  let earlier = -toleranceMilliseconds;
  return {
    observe(issuedAt) {
      const now = clock.now().getTime();
      if (now - since >= observationMilliseconds) {
        earlier = now - since < 2 * observationMilliseconds ? latest : -toleranceMilliseconds;
        latest = -toleranceMilliseconds;
        since = now;
      }
      latest = Math.max(latest, Math.min(issuedAt * 1_000 - now, toleranceMilliseconds));
    },
    now: () => new Date(clock.now().getTime() + Math.max(earlier, latest)),
  };
};
