import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { traceOf } from '../../../platform/log.ts';
import { systemContext, type Context } from '../../../platform/context.ts';
import { isDatabaseError } from '../../../platform/database/database-errors.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { unavailable } from '../../../platform/problems.ts';
import { crashAt } from '../../../platform/durable-work/kill-points.ts';
import { onBehalfOfNobody } from '../../../platform/tracing/ambient-origin.ts';
import { errorTypeOf, isSampled, type Span, type Tracing } from '../../../platform/tracing/tracing.ts';
import { EvaluationPostponed, type AddedPacket, type IngestRules, type EvaluationBudget } from './added-packet.ts';
import type { IncomingPacket, PacketOutcome, SpoolReport } from './incoming-packet.ts';
import type { CommitSize } from './commit-size.ts';
import { createIngestQueue, type CallPart, type QueuedCall, type QueueLoad } from './ingest-queue.ts';
import { maintainPacketPartitions } from '../history/maintain-packet-partitions.ts';
import { entityKey } from './known-series.ts';
import type { Progress } from './postponed-packets.ts';
import { storeSpools, type PacketStore } from './store-packets.ts';

/** Stores the packets of calls, one commit at a time. */
export interface IngestLane {
  /** The packets that wait or are in flight, of a tenant or of all tenants. */
  load(tenantId?: string): QueueLoad;
  enqueue(call: QueuedCall): void;
  /**
   * Removes the calls of the tenant between two commits, and returns them in their order. A call that was partly taken
   * is returned with its remaining packets.
   */
  withdraw(tenantId: string): readonly QueuedCall[];
}

export interface IngestLaneOptions {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: IngestRules;
  readonly store: PacketStore;
  readonly tracing?: Tracing | undefined;
  readonly gatherMilliseconds: number;
  readonly retentionDays: number;
  readonly size: CommitSize;
  readonly budget?: EvaluationBudget;
  /** Called between two commits. */
  readonly onCommitted?: () => void;
  /** Takes over the packets of the call that have no outcome yet; `settled` resolve when their rules are done. */
  postpone(call: QueuedCall, settled: readonly Promise<void>[]): void;
}

/** Thrown if evaluating a rule failed in Node: a packet is the cause, not the database. */
class EvaluationError extends Error {
  override name = 'EvaluationError';
}

/**
 * Packets that end the pause in which those of agents with a drained spool are gathered; any other call ends it, too.
 */
const enoughPackets = 500;

/**
 * Whether a packet is the cause of an error: rows and data that PostgreSQL rejects (classes 21, 22, 23), program limits
 * (54), and errors that functions raise (P0).
 */
const isCausedByPacket = (error: unknown): boolean =>
  error instanceof EvaluationError || (isDatabaseError(error) && /^(21|22|23|54|P0)/.test(error.code ?? ''));

const isStatementTimeout = (error: unknown): boolean => isDatabaseError(error) && error.code === '57014';

/** The tenants whose rules are needed: rules are not evaluated on late packets. */
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
  origin: packet.origin,
});

/** Starts the span of a commit: a child of the first call whose packets are traced, linked to the others. */
const startCommit = (tracing: Tracing | undefined, packets: readonly IncomingPacket[]): Span | undefined => {
  if (!tracing) return undefined;
  const [parent, ...links] = new Set(packets.map(({ origin }) => origin?.span).filter(isSampled));
  return parent && tracing.start('ingest', { parent, links, attributes: { 'cfs.packets': packets.length } });
};

/** Orders by entity. Sorting is stable, so that the packets of an entity keep their order of arrival. */
const byEntity = (one: AddedPacket, other: AddedPacket): number => {
  if (one.tenantId !== other.tenantId) return one.tenantId < other.tenantId ? -1 : 1;
  if (one.entityId === other.entityId) return 0;
  return one.entityId < other.entityId ? -1 : 1;
};

/**
 * While a commit runs, the packets of further calls are queued for the next ones, each of which takes some of every
 * tenant (`ingest-queue.ts`). Packets of agents that have nothing else to send are gathered for longer. A batch that
 * fails is retried in halves, down to the packet that is the cause, so that the others are stored. A batch that hits
 * the statement timeout is retried tenant by tenant.
 */
export const createIngestLane = (options: IngestLaneOptions): IngestLane => {
  const { gate, clock, log, rules, store, tracing, gatherMilliseconds, retentionDays, size, budget } = options;
  const context = systemContext({ name: 'ingest', clock, tenantId: 'all' });
  const queue = createIngestQueue();
  let running = false;
  let lastBegan = -Infinity;
  let endPause = (): void => undefined;

  const isPressing = (): boolean => queue.isUrgent || queue.load().packets >= enoughPackets;

  const pause = async (): Promise<void> => {
    const left = lastBegan + gatherMilliseconds - performance.now();
    if (left <= 0 || isPressing()) return;
    const ended = Promise.withResolvers<void>();
    endPause = ended.resolve;
    const timer = setTimeout(ended.resolve, left);
    await ended.promise;
    clearTimeout(timer);
  };

  const enqueue = (call: QueuedCall): void => {
    queue.add(call);
    if (isPressing()) endPause();
    if (!running) void onBehalfOfNobody(run);
  };

  const attempt = async (
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
  ): Promise<readonly PacketOutcome[]> => {
    const span = startCommit(tracing, packets);
    try {
      const outcomes = await storeIn(packets, spools, span ? { ...context, span: span.reference } : context);
      span?.end();
      return outcomes;
    } catch (error) {
      span?.end(errorTypeOf(error));
      throw error;
    }
  };

  const storeIn = async (
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
    commitContext: Context,
  ): Promise<readonly PacketOutcome[]> => {
    const receivedAt = clock.now();
    const stored = await gate.ingest(commitContext, async (db) => {
      const [stored, held] = await settleAll([
        store.store(db, packets, receivedAt),
        rules.hold(db, watchedTenants(packets)),
        storeSpools(db, spools, receivedAt),
      ]);
      const added = stored.results
        .filter((result) => result.outcome === 'added')
        .map((result) => toAdded(result.packet, receivedAt))
        .sort(byEntity);
      if (added.length > 0) {
        try {
          await held.evaluate(commitContext, added, budget);
        } catch (error) {
          throw isDatabaseError(error) || error instanceof EvaluationPostponed
            ? error
            : new EvaluationError('A rule could not be evaluated.', { cause: error });
        }
      }
      crashAt('ingest-before-commit');
      return stored;
    });
    crashAt('ingest-after-commit');
    stored.committed();
    return stored.results.map((result) => result.outcome);
  };

  const commit: typeof attempt = async (packets, spools) => {
    try {
      return await attempt(packets, spools);
    } catch (error) {
      if (store.isOutdated(error)) store.evict(packets);
      else if (store.lacksPartition(error)) await maintainPacketPartitions(gate, clock, retentionDays);
      else throw error;
      return attempt(packets, spools);
    }
  };

  const commitOrBisect = async (
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
  ): Promise<readonly Progress[]> => {
    try {
      return await commit(packets, spools);
    } catch (error) {
      if (error instanceof EvaluationPostponed) return commitOthers(error, packets, spools);
      if (!isCausedByPacket(error)) throw error;
      if (packets.length <= 1) {
        const [packet] = packets;
        const names = { ...traceOf(packet?.origin), tenantId: packet?.tenantId, entityId: packet?.entityId };
        log.error({ ...names, actor: 'system:ingest', err: error }, 'a packet could not be processed');
        return packets.map(() => 'failed');
      }
      const middle = packets.length >> 1;
      const before = await commitOrBisect(packets.slice(0, middle), spools);
      return [...before, ...(await commitOrBisect(packets.slice(middle), []))];
    }
  };

  /** Leaves out all packets of the entities whose rules are postponed, so that the packets of each keep their order. */
  const commitOthers = async (
    postponed: EvaluationPostponed,
    packets: readonly IncomingPacket[],
    spools: readonly SpoolReport[],
  ): Promise<readonly Progress[]> => {
    const entities = new Set(postponed.packets.map(entityKey));
    const waits = (packet: IncomingPacket): boolean => entities.has(entityKey(packet));
    const devices = new Set(packets.filter(waits).map(({ deviceId }) => deviceId));
    const others = packets.filter((packet) => !waits(packet));
    const reports = spools.filter(({ deviceId }) => !devices.has(deviceId));
    const settled = postponed.settle();
    // A rejection is handled once the others are stored.
    settled.catch(() => undefined);
    const outcomes = others.length + reports.length > 0 ? await commitOrBisect(others, reports) : [];
    const progress = new Map(others.map((packet, index) => [packet, outcomes[index] ?? 'failed']));
    return packets.map((packet) => progress.get(packet) ?? settled);
  };

  const settle = (parts: readonly CallPart[], progress: readonly Progress[]): void => {
    let start = 0;
    const waiting = new Map<QueuedCall, Promise<void>[]>();
    for (const { call, packets } of parts) {
      const ofPart = progress.slice(start, (start += packets.length));
      const waits = ofPart.filter((each) => typeof each !== 'string');
      call.outcomes.push(...ofPart.map((each) => (typeof each === 'string' ? each : undefined)));
      if (waits.length > 0) waiting.set(call, [...(waiting.get(call) ?? []), ...waits]);
      else if (call.outcomes.length === call.submission.packets.length && !waiting.has(call))
        call.resolve(call.outcomes.map((outcome) => outcome ?? 'failed'));
    }
    queue.remove(new Set(waiting.keys()));
    for (const [call, settled] of waiting) options.postpone(call, settled);
  };

  const runParts = async (parts: readonly CallPart[]): Promise<void> => {
    const packets = parts.flatMap((part) => part.packets);
    const spools = parts.flatMap((part) => part.spool ?? []);
    settle(parts, await commitOrBisect(packets, spools));
  };

  const rejectParts = (parts: readonly CallPart[], error: unknown): void => {
    log.error({ err: error }, 'packets could not be stored');
    const calls = new Set(parts.map((part) => part.call));
    queue.remove(calls);
    for (const call of calls) call.reject(unavailable('The packets could not be stored now.', 1, error));
  };

  /**
   * Stores each tenant's packets in a separate commit after the commit of all hit the statement timeout. The tenant
   * whose commit times out again is the cause. If a second one times out, the database is the cause, and the remaining
   * packets are rejected, since the commit of each tenant would take as long.
   */
  const runByTenant = async (parts: readonly CallPart[]): Promise<void> => {
    const left = Map.groupBy(parts, ({ call }) => call.tenantId);
    let timeouts = 0;
    for (const [tenantId, ofTenant] of left) {
      try {
        await runParts(ofTenant);
        left.delete(tenantId);
      } catch (error) {
        if (isStatementTimeout(error)) {
          budget?.onExceeded([tenantId]);
          timeouts += 1;
        }
        if (!isStatementTimeout(error) || timeouts > 1) {
          rejectParts([...left.values()].flat(), error);
          return;
        }
        rejectParts(ofTenant, error);
        left.delete(tenantId);
      }
    }
  };

  const runBatch = async (parts: readonly CallPart[]): Promise<void> => {
    try {
      await runParts(parts);
    } catch (error) {
      const tenants = new Set(parts.map(({ call }) => call.tenantId));
      if (isStatementTimeout(error) && tenants.size > 1) await runByTenant(parts);
      else rejectParts(parts, error);
    } finally {
      queue.release(parts);
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    while (!queue.isEmpty) {
      // Calls that have arrived at the socket in the meantime are read first and join this commit.
      await turnOfTheLoop();
      await pause();
      const began = performance.now();
      lastBegan = began;
      const parts = queue.take(size.packets);
      await runBatch(parts);
      size.learn(
        parts.reduce((sum, { packets }) => sum + packets.length, 0),
        performance.now() - began,
      );
      options.onCommitted?.();
    }
    running = false;
  };

  return { load: (tenantId) => queue.load(tenantId), enqueue, withdraw: (tenantId) => queue.withdraw(tenantId) };
};
