import type { Clock } from '../../platform/clock.ts';
import type { Limits } from '../../platform/configuration.ts';

/** An attempt to sign in as a user, from an address. */
export interface Attempt {
  userName: string;
  address: string;
}

export type SignInLimits = Pick<Limits, 'signInFailuresPerUser' | 'signInFailuresPerAddress'>;

/** Throttles password guessing. It counts in this process, since the embedded provider runs in only one. */
export interface SignInThrottle {
  /** Whole seconds until another attempt is allowed; 0 if it is allowed now. */
  secondsToWait(attempt: Attempt): number;
  failed(attempt: Attempt): void;
  /** Ends the backoff of this name from this address; its failures still count towards the limits. */
  succeeded(attempt: Attempt): void;
}

const freeFailures = 5;
const maxWaitMilliseconds = 60_000;
const spanMilliseconds = 15 * 60_000;
const maxKeys = 10_000;

/**
 * Limits the failures of a user name and those of an address within fifteen minutes to the configured numbers. Below
 * these limits, after five consecutive failures of one user name from one address, each further failure doubles the
 * wait, from one second up to a minute.
 */
export function createSignInThrottle(clock: Clock, limits: SignInLimits): SignInThrottle {
  const inARow = createFailures(clock);
  const ofUsers = createFailures(clock);
  const ofAddresses = createFailures(clock);
  const keyOf = ({ userName, address }: Attempt): string => `${address} ${userName}`;

  const pause = (attempt: Attempt): number => {
    const moments = inARow.recent(keyOf(attempt));
    if (moments.length < freeFailures) return 0;
    const wait = Math.min(maxWaitMilliseconds, 1000 * 2 ** (moments.length - freeFailures));
    return (moments.at(-1) ?? 0) + wait - clock.now().getTime();
  };

  /** Milliseconds until fewer than `max` failures are counted; 0 if that is so already. */
  const fullFor = (moments: readonly number[], max: number): number =>
    moments.length < max ? 0 : (moments.at(-max) ?? 0) + spanMilliseconds - clock.now().getTime();

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
      inARow.delete(keyOf(attempt));
    },
  };
}

/** The times of the failures of the last fifteen minutes by key, oldest first; the least recent keys are evicted. */
function createFailures(clock: Clock) {
  const failures = new Map<string, number[]>();
  const recent = (key: string): number[] => {
    const since = clock.now().getTime() - spanMilliseconds;
    return failures.get(key)?.filter((moment) => moment > since) ?? [];
  };
  return {
    recent,
    add(key: string): void {
      const moments = [...recent(key), clock.now().getTime()];
      failures.delete(key);
      failures.set(key, moments);
      const oldest = failures.keys().next();
      if (failures.size > maxKeys && oldest.done !== true) failures.delete(oldest.value);
    },
    delete(key: string): void {
      failures.delete(key);
    },
  };
}
