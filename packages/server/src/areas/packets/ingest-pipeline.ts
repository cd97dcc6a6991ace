import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { systemContext } from '../../platform/context.ts';
import { isDatabaseError } from '../../platform/database/connection-pool.ts';
import type { Gate } from '../../platform/database/gate.ts';
import { together } from '../../platform/database/together.ts';
import { Problem, unavailable } from '../../platform/problems.ts';
import { crashAt } from '../../platform/durable-work/kill-points.ts';
import type { AddedPacket, IngestRules } from './added-packet.ts';
import type { IncomingPacket, PacketOutcome, PacketSubmission, SpoolReport } from './incoming-packet.ts';
import { createIngestQueue, type CallPart, type QueueLoad } from './ingest-queue.ts';
import { storePackets, storeSpools } from './store-packets.ts';

/** Takes packets in: answers once they are durable, with what became of each in the order given. */
export interface IngestPipeline {
  /**
   * Says before the work of reading a body whether its packets would be taken now.
   *
   * @throws what `submit` throws when too many packets wait.
   */
  requireRoom(tenantId: string): void;
  /**
   * Packets of several tenants are stored in turns, some of each, so that none waits for all of another's.
   *
   * @throws a 429 problem when too many packets of the tenant wait, and a 503 problem when too many of all do or the
   * database cannot take them now: some of the call may be stored then, and are duplicates when it is sent again.
   */
  submit(submission: PacketSubmission): Promise<readonly PacketOutcome[]>;
}

export interface IngestPipelineOptions {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: IngestRules;
}

/** A rule's evaluation failed in Node: one of its packets is to blame, not the database. */
class EvaluationError extends Error {
  override name = 'EvaluationError';
}

/** What may wait before more is refused, of all tenants and of one. A call that is taken may exceed it. */
const most = { packets: 50_000, weight: 192 * 1024 * 1024 };
const mostOfTenant = { packets: 30_000, weight: 96 * 1024 * 1024 };
const retryAfterSeconds = 1;

const exceeds = (load: QueueLoad, bound: QueueLoad): boolean =>
  load.packets > bound.packets || load.weight > bound.weight;

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
 * One commit at a time; while it runs, the packets of further calls gather for the next ones, each of which takes some of
 * every tenant (`ingest-queue.ts`). A batch that fails is tried
 * again in halves, down to the packet that is to blame, so that its neighbours are stored.
 */
export const createIngestPipeline = ({ gate, clock, log, rules }: IngestPipelineOptions): IngestPipeline => {
  const context = systemContext({ name: 'ingest', clock, tenantId: 'all' });
  const queue = createIngestQueue();
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

  const settle = (parts: readonly CallPart[], outcomes: readonly PacketOutcome[]): void => {
    let start = 0;
    for (const { call, packets } of parts) {
      call.outcomes.push(...outcomes.slice(start, (start += packets.length)));
      if (call.outcomes.length === call.submission.packets.length) call.resolve(call.outcomes);
    }
  };

  const runBatch = async (parts: readonly CallPart[]): Promise<void> => {
    try {
      const packets = parts.flatMap((part) => part.packets);
      const spools = parts.flatMap((part) => part.spool ?? []);
      settle(parts, await commitOrBisect(packets, spools));
    } catch (error) {
      log.error({ err: error }, 'packets could not be stored');
      const calls = new Set(parts.map((part) => part.call));
      queue.remove(calls);
      for (const call of calls) call.reject(unavailable('The packets could not be stored now.', 1, error));
    } finally {
      queue.release(parts);
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    while (!queue.isEmpty) {
      // Calls that have arrived at the socket meanwhile are read first and join this commit.
      await turnOfTheLoop();
      await runBatch(queue.take());
    }
    running = false;
  };

  const requireRoom = (tenantId: string): void => {
    if (exceeds(queue.load(), most)) throw unavailable('Too many packets wait already.', retryAfterSeconds);
    if (exceeds(queue.load(tenantId), mostOfTenant))
      throw new Problem({
        status: 429,
        detail: 'Too many packets of this tenant wait already.',
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
  };

  return {
    requireRoom,
    submit: async (submission) => {
      const tenantId = submission.packets[0]?.tenantId ?? submission.spool?.tenantId;
      if (tenantId === undefined) return [];
      requireRoom(tenantId);
      return new Promise((resolve, reject) => {
        queue.add({ tenantId, submission, outcomes: [], resolve, reject });
        if (!running) void run();
      });
    },
  };
};
