import type { Clock } from '../../../platform/clock.ts';
import type { MailInConfiguration } from '../../../platform/configuration.ts';

type Source = keyof MailInConfiguration['perMinute'];

/** Rate limits of mails by source, counted in this process. */
export interface ArrivalLimits {
  /** Returns whether one more mail of the source is within its limit, and counts it if so. */
  readonly take: (source: Source, key: string) => boolean;
}

const windowMilliseconds = 60_000;
/** The maximum number of counted sources; beyond it, the one with the oldest window is evicted. */
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
      // If the clock was set back, a new window starts.
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
