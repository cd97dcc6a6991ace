import type { Clock } from '../../platform/clock.ts';

/** Slows down whoever guesses passwords. */
export interface SignInThrottle {
  /** Whole seconds until another attempt is let through; 0 when it may be made now. */
  secondsToWait(key: string): number;
  failed(key: string): void;
  succeeded(key: string): void;
}

const FREE_FAILURES = 5;
const LONGEST_WAIT_MS = 60_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
const MOST_KEYS = 10_000;

/** After five failures in a row each further one doubles the wait, from a second up to a minute. */
export function createSignInThrottle(clock: Clock): SignInThrottle {
  const failures = new Map<string, { count: number; last: number }>();

  const recent = (key: string): { count: number; last: number } => {
    const known = failures.get(key);
    if (known !== undefined && clock.now().getTime() - known.last < FORGOTTEN_AFTER_MS) return known;
    failures.delete(key);
    return { count: 0, last: 0 };
  };

  return {
    secondsToWait(key) {
      const { count, last } = recent(key);
      if (count < FREE_FAILURES) return 0;
      const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (count - FREE_FAILURES));
      return Math.max(0, Math.ceil((last + wait - clock.now().getTime()) / 1000));
    },
    failed(key) {
      const { count } = recent(key);
      failures.delete(key);
      failures.set(key, { count: count + 1, last: clock.now().getTime() });
      const oldest = failures.keys().next();
      if (failures.size > MOST_KEYS && oldest.done !== true) failures.delete(oldest.value);
    },
    succeeded(key) {
      failures.delete(key);
    },
  };
}
