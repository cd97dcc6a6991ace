import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { systemContext } from '../../platform/context.ts';
import { isDatabaseError } from '../../platform/database/connection-pool.ts';
import type { Gate } from '../../platform/database/gate.ts';
import { together } from '../../platform/database/together.ts';
import { unavailable } from '../../platform/problems.ts';
import { crashAt } from '../../platform/durable-work/kill-points.ts';
import type { AddedPacket, IngestRules } from './added-packet.ts';
import type { IncomingPacket, PacketOutcome, PacketSubmission, SpoolReport } from './incoming-packet.ts';
import { storePackets, storeSpools } from './store-packets.ts';

/** Takes packets in: answers once they are durable, with what became of each in the order given. */
export interface IngestPipeline {
  /** @throws a 503 problem when too many packets wait already, or the database cannot take them now. */
  submit(submission: PacketSubmission): Promise<readonly PacketOutcome[]>;
}

export interface IngestPipelineOptions {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: IngestRules;
}

interface Waiting {
  readonly submission: PacketSubmission;
  readonly resolve: (outcomes: readonly PacketOutcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** A rule's evaluation failed in Node: one of its packets is to blame, not the database. */
class EvaluationError extends Error {
  override name = 'EvaluationError';
}

const packetsPerCommit = 5_000;
const packetsWaiting = 50_000;

/** Data that PostgreSQL refuses (22, 23), limits of a program (54), and what functions raise. */
const blamesPackets = (error: unknown): boolean =>
  error instanceof EvaluationError || (isDatabaseError(error) && /^(22|23|54|P0)/.test(error.code ?? ''));

/** Rules look at no late packet. */
const watchedTenants = (packets: readonly IncomingPacket[]): string[] => [
  ...new Set(packets.filter((packet) => packet.timing !== 'late').map((packet) => packet.tenantId)),
];

const toAdded = (packet: IncomingPacket, receivedAt: Date): AddedPacket => ({
  tenantId: packet.tenantId,
  entityId: packet.entityId,
  timestamp: new Date(packet.time),
  receivedAt,
  message: packet.message,
  deviceId: packet.deviceId,
  timing: packet.timing,
});

const byKey = (one: AddedPacket, other: AddedPacket): number => {
  if (one.tenantId !== other.tenantId) return one.tenantId < other.tenantId ? -1 : 1;
  if (one.entityId !== other.entityId) return one.entityId < other.entityId ? -1 : 1;
  return one.timestamp.getTime() - other.timestamp.getTime();
};

/**
 * One commit at a time; while it runs, the packets of further calls gather into the next. A batch that fails is tried
 * again in halves, down to the packet that is to blame, so that its neighbours are stored.
 */
export const createIngestPipeline = ({ gate, clock, log, rules }: IngestPipelineOptions): IngestPipeline => {
  const context = systemContext({ name: 'ingest', clock, tenantId: 'all' });
  const queue: Waiting[] = [];
  let waiting = 0;
  let running = false;

  const commit = async (
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
  ): Promise<readonly PacketOutcome[]> => {
    const receivedAt = clock.now();
    const outcomes = await gate.ingest(context, async (db) => {
      const [results, held] = await together([
        storePackets(db, packets, receivedAt),
        rules.hold(db, watchedTenants(packets)),
        storeSpools(db, spools, receivedAt),
      ]);
      const added = results
        .filter((result) => result.outcome === 'added')
        .map((result) => toAdded(result.packet, receivedAt))
        .sort(byKey);
      if (added.length > 0) {
        try {
          await held.evaluate(context, added);
        } catch (error) {
          throw isDatabaseError(error)
            ? error
            : new EvaluationError('A rule could not be evaluated.', { cause: error });
        }
      }
      crashAt('ingest-before-commit');
      return results.map((result) => result.outcome);
    });
    crashAt('ingest-after-commit');
    return outcomes;
  };

  const commitOrBisect = async (
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
  ): Promise<readonly PacketOutcome[]> => {
    try {
      return await commit(packets, spools);
    } catch (error) {
      if (!blamesPackets(error)) throw error;
      if (packets.length <= 1) {
        log.error({ err: error, entityId: packets[0]?.entityId }, 'a packet could not be taken in');
        return packets.map(() => 'failed');
      }
      const middle = packets.length >> 1;
      const before = await commitOrBisect(packets.slice(0, middle), spools);
      return [...before, ...(await commitOrBisect(packets.slice(middle), []))];
    }
  };

  const takeBatch = (): Waiting[] => {
    let size = 0;
    let count = 0;
    for (const each of queue) {
      size += each.submission.packets.length;
      if (count > 0 && size > packetsPerCommit) break;
      count += 1;
    }
    return queue.splice(0, count);
  };

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await commitOrBisect(
        batch.flatMap((each) => each.submission.packets),
        batch.flatMap((each) => each.submission.spool ?? []),
      );
      let start = 0;
      for (const { submission, resolve } of batch) {
        resolve(outcomes.slice(start, (start += submission.packets.length)));
      }
    } catch (error) {
      log.error({ err: error }, 'packets could not be stored');
      for (const each of batch) each.reject(unavailable('The packets could not be stored now.', 1, error));
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      // Calls that have arrived at the socket meanwhile are read first and join this commit.
      await turnOfTheLoop();
      const batch = takeBatch();
      await runBatch(batch);
      waiting -= batch.reduce((sum, each) => sum + each.submission.packets.length, 0);
    }
    running = false;
  };

  return {
    submit: (submission) =>
      new Promise((resolve, reject) => {
        if (waiting > packetsWaiting) {
          reject(unavailable('Too many packets wait already.'));
          return;
        }
        waiting += submission.packets.length;
        queue.push({ submission, resolve, reject });
        if (!running) void run();
      }),
  };
};
