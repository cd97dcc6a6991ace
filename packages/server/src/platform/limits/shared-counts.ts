import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';

/** Calls of a caller in the current window, by all nodes as far as this one knows. */
export interface Count {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

/** Counts calls by caller in windows of a minute that all nodes begin at the same moment. */
export interface SharedCounts {
  /** Counts a call of the caller, who may make `max` in a window. */
  count(caller: string, max: number): Count;
  /**
   * Publishes the counts of this node and reads those of the other nodes for the same callers. Callers far below their
   * limit are skipped, so that usual calls put no load on the database.
   */
  share(): Promise<void>;
}

export interface SharedCountsOptions {
  readonly gate: Pick<AccessGate, 'access'>;
  readonly clock: Clock;
  /** Callers that are counted at a time; the least recently seen are evicted. */
  readonly max: number;
}

interface Entry {
  own: number;
  others: number;
  readonly max: number;
}

const windowMilliseconds = 60_000;
/** A caller is shared once its count reaches both this number and this part of its limit. */
const minShared = 3;
const minSharedPart = 1 / 64;

const hashOf = (caller: string): string => createHash('sha256').update(caller).digest('base64url');

const isShared = ({ own, max }: Entry): boolean => own >= minShared && own >= max * minSharedPart;

export const createSharedCounts = ({ gate, clock, max: maxCallers }: SharedCountsOptions): SharedCounts => {
  const node = randomUUID();
  let windowStart = 0;
  let entries = new Map<string, Entry>();
  let prunedWindow = 0;

  const present = (): number => {
    const now = clock.now().getTime();
    const start = now - (now % windowMilliseconds);
    if (start !== windowStart) {
      windowStart = start;
      entries = new Map();
    }
    return start + windowMilliseconds - now;
  };

  const prune = async (): Promise<void> => {
    if (prunedWindow === windowStart) return;
    prunedWindow = windowStart;
    const moment = new Date(windowStart);
    await gate.access((db) => sql`select gate.prune_counts(${moment})`.execute(db));
  };

  return {
    count: (caller, max) => {
      const ttl = present();
      const entry = entries.get(caller) ?? { own: 0, others: 0, max };
      // Last in the order of the map: the most recently seen.
      entries.delete(caller);
      entries.set(caller, entry);
      const [oldest] = entries.size > maxCallers ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
      entry.own += 1;
      return { current: entry.own + entry.others, ttl };
    },
    share: async () => {
      present();
      const started = windowStart;
      const shared = new Map<string, Entry>();
      for (const [caller, entry] of entries) if (isShared(entry)) shared.set(hashOf(caller), entry);
      if (shared.size === 0) return;
      await prune();
      const counted = [...shared.values()].map(({ own }) => own);
      const { rows } = await gate.access((db) =>
        sql<{ readonly caller: string; readonly others: number }>`
          select caller, others from gate.share_counts(${node}, ${new Date(started)}, ${[...shared.keys()]}, ${counted})
        `.execute(db),
      );
      for (const { caller, others } of rows) {
        const entry = shared.get(caller);
        if (entry) entry.others = others;
      }
    },
  };
};
