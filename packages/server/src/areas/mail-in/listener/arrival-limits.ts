import type { Clock } from '../../../platform/clock.ts';
import type { MailInConfiguration } from '../../../platform/configuration.ts';

type Source = keyof MailInConfiguration['perMinute'];

/** Counts mails by source in this process. */
export interface ArrivalLimits {
  /** Whether one more mail of the source is within its limit; counts it then. */
  readonly take: (source: Source, key: string) => boolean;
}

const windowMilliseconds = 60_000;
/** Sources that are counted at a time; the oldest is evicted beyond. */
const sourceLimit = 20_000;

/** Limits mails per sender and tenant, tenant, and delivering mail server, in windows of a minute. */
export const createArrivalLimits = (limits: MailInConfiguration['perMinute'], clock: Clock): ArrivalLimits => {
  const counts = new Map<string, { began: number; count: number }>();
  return {
    take(source, key) {
      const name = `${source} ${key}`;
      const now = clock.now().getTime();
      const known = counts.get(name);
      const age = known === undefined ? -1 : now - known.began;
      // A clock that was set back begins a new window.
      const current = known && age >= 0 && age < windowMilliseconds ? known : { began: now, count: 0 };
      if (current !== known) {
        // Inserted again, so that the map is ordered by the begin of the windows.
        counts.delete(name);
        counts.set(name, current);
        const [oldest] = counts.keys();
        if (counts.size > sourceLimit && oldest !== undefined) counts.delete(oldest);
      }
      if (current.count >= limits[source]) return false;
      current.count += 1;
      return true;
    },
  };
};
