import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import { unavailable } from '../problems.ts';
import type { AccessSnapshot, AccessSnapshots } from './access-snapshot.ts';
import type { AccessTables } from './access-tables.ts';
import { readEpoch, readSnapshot } from './read-snapshot.ts';

const pollInterval = 500;
const trustedFor = 1_000;

/**
 * Caches one snapshot for each process. The epoch is polled twice a second; if it has changed, the tables are read
 * again. If the last check is older than a second by the clock, callers wait for a new one. One check runs at a time, and
 * one refresh waits for its end: it serves all callers that asked before it began.
 */
export const createSnapshotCache = (
  gate: AccessGate,
  tables: AccessTables,
  clock: Clock,
  log: Logger,
): AccessSnapshots => {
  let snapshot: AccessSnapshot | undefined;
  let checked = Number.NEGATIVE_INFINITY;
  let running: Promise<AccessSnapshot> | undefined;
  let waiting: Promise<AccessSnapshot> | undefined;
  let closed = false;

  const check = async (force: boolean): Promise<AccessSnapshot> => {
    const asked = clock.now().getTime();
    const known = snapshot;
    const fresh = !force && known !== undefined && (await gate.access(readEpoch)) === known.epoch;
    const next = fresh ? known : await gate.access((db) => readSnapshot(db, tables));
    snapshot = next;
    checked = asked;
    return next;
  };

  const begin = (force: boolean): Promise<AccessSnapshot> => {
    running = check(force).finally(() => (running = undefined));
    return running;
  };

  const refreshNext = async (): Promise<AccessSnapshot> => {
    await running?.catch(() => undefined);
    waiting = undefined;
    return begin(true);
  };

  const shared = (): Promise<AccessSnapshot> => running ?? waiting ?? begin(false);

  const poll = setInterval(() => {
    shared().catch((error: unknown) => {
      if (!closed) log.warn({ err: error }, 'the access snapshot could not be checked');
    });
  }, pollInterval);
  poll.unref();

  const trusted = (): AccessSnapshot | undefined => {
    const age = clock.now().getTime() - checked;
    return age >= 0 && age <= trustedFor ? snapshot : undefined;
  };

  const refused = (cause: unknown): never => {
    throw unavailable('Access cannot be checked at the moment. Try again.', 1, cause);
  };

  return {
    async current() {
      const known = trusted();
      if (known) return known;
      // A check in progress may have started too early to be trusted.
      await shared().catch(refused);
      return trusted() ?? (await shared().catch(refused));
    },
    async refresh() {
      // A check in progress may have begun before the change.
      waiting ??= refreshNext();
      return waiting.catch(refused);
    },
    async close() {
      closed = true;
      clearInterval(poll);
      await (waiting ?? running)?.catch(() => undefined);
    },
  };
};
