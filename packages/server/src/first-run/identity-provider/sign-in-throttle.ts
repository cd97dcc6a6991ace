import type { Clock } from '../../platform/clock.ts';
import type { Limits } from '../../platform/configuration.ts';

/** Who tries to sign in as whom. */
export interface Attempt {
  userName: string;
  address: string;
}

export type SignInLimits = Pick<Limits, 'signInFailuresPerUser' | 'signInFailuresPerAddress'>;

/** Slows down guesses of passwords. It counts in this process, the only one that an embedded provider has. */
export interface SignInThrottle {
  /** Whole seconds until another attempt is let through; 0 when it may be made now. */
  secondsToWait(attempt: Attempt): number;
  failed(attempt: Attempt): void;
  /** Ends the pauses between guesses of this name from this address; failures go on to count. */
  succeeded(attempt: Attempt): void;
}

const FREE_FAILURES = 5;
const LONGEST_WAIT_MS = 60_000;
const SPAN_MS = 15 * 60_000;
const MOST_KEYS = 10_000;

/**
 * Within fifteen minutes a user name and an address each have so many failures as the limits say. Before that, after five
 * failures in a row from one address as one user, each further one doubles the wait, from a second up to a minute.
 */
export function createSignInThrottle(clock: Clock, limits: SignInLimits): SignInThrottle {
  const inARow = createFailures(clock);
  const ofUsers = createFailures(clock);
  const ofAddresses = createFailures(clock);
  const keyOf = ({ userName, address }: Attempt): string => `${address} ${userName}`;

  const pause = (attempt: Attempt): number => {
    const moments = inARow.recent(keyOf(attempt));
    if (moments.length < FREE_FAILURES) return 0;
    const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (moments.length - FREE_FAILURES));
    return (moments.at(-1) ?? 0) + wait - clock.now().getTime();
  };

  /** Until the oldest of the failures that are too many is no longer counted. */
  const fullFor = (moments: readonly number[], most: number): number =>
    moments.length < most ? 0 : (moments.at(-most) ?? 0) + SPAN_MS - clock.now().getTime();

  return {
    secondsToWait(attempt) {
      const wait = Math.max(
        pause(attempt),
        fullFor(ofUsers.recent(attempt.userName), limits.signInFailuresPerUser),
        fullFor(ofAddresses.recent(attempt.address), limits.signInFailuresPerAddress),
      );
      return Math.max(0, Math.ceil(wait / 1000));
    },
    failed(attempt) {
      inARow.add(keyOf(attempt));
      ofUsers.add(attempt.userName);
      ofAddresses.add(attempt.address);
    },
    succeeded(attempt) {
      inARow.forget(keyOf(attempt));
    },
  };
}

/** The moments of the failures of the last fifteen minutes by key, oldest first; keys of long ago make room. */
function createFailures(clock: Clock) {
  const failures = new Map<string, number[]>();
  const recent = (key: string): number[] => {
    const since = clock.now().getTime() - SPAN_MS;
    return failures.get(key)?.filter((moment) => moment > since) ?? [];
  };
  return {
    recent,
    add(key: string): void {
      const moments = [...recent(key), clock.now().getTime()];
      failures.delete(key);
      failures.set(key, moments);
      const oldest = failures.keys().next();
      if (failures.size > MOST_KEYS && oldest.done !== true) failures.delete(oldest.value);
    },
    forget(key: string): void {
      failures.delete(key);
    },
  };
}
