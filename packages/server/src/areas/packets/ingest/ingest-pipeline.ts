import type { Logger } from 'pino';
import { packetLimits } from '@cfs/contracts/packets';
import type { Clock } from '../../../platform/clock.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import { Problem, unavailable } from '../../../platform/problems.ts';
import type { Tracing } from '../../../platform/tracing/tracing.ts';
import { webShareOf } from '../../../platform/web-share.ts';
import type { IngestRules } from './added-packet.ts';
import type { PacketOutcome, PacketSubmission } from './incoming-packet.ts';
import { createCommitSize } from './commit-size.ts';
import { createIngestLane, type IngestLane } from './ingest-lane.ts';
import { createIngestQueue, type QueuedCall, type QueueLoad } from './ingest-queue.ts';
import { createPostponedPackets } from './postponed-packets.ts';
import { createPacketStore } from './store-packets.ts';

/** Stores packets, and resolves once they are durable. */
export interface IngestPipeline {
  /**
   * Checks, before a body is read, whether its packets would be accepted now.
   *
   * @throws what `submit` throws if too many packets wait.
   */
  requireRoom(tenantId: string): void;
  /**
   * Resolves once the packets are durable, with the outcome of each in the given order. Packets of several tenants are
   * stored in turns, some of each, so that no tenant waits for all packets of another.
   *
   * @throws a 429 problem if too many packets of the tenant wait, and a 503 problem if too many wait in total or the
   *   database cannot store them now: some packets of the call may be stored then, and are duplicates when it is
   *   resent.
   */
  submit(submission: PacketSubmission): Promise<readonly PacketOutcome[]>;
  /** Resolves once no submission is pending, including those whose callers have disconnected. */
  drained(): Promise<void>;
}

export interface IngestPipelineOptions {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: IngestRules;
  readonly tracing?: Tracing | undefined;
  /** See `usualGatherMilliseconds`; default 100. */
  readonly gatherMilliseconds?: number;
  /** Days for which history is kept; default 30. */
  readonly retentionDays?: number;
  /** Maximum number of entities of a tenant, not counting those of its devices; not limited by default. */
  readonly entitiesPerTenant?: number;
  /** Number of processes of the node among which the bounds on waiting packets are divided; default 1. */
  readonly webProcesses?: number;
}

/**
 * Bounds on the packets that may wait on a node before further calls are refused. An accepted call may exceed a bound,
 * so that one tenant can exceed the bound of all (`maxUsual`). Beyond that bound, a tenant with few waiting packets is
 * still served, up to the bound of the node.
 */
const maxOfNode = { packets: 200_000, weight: 512 * 1024 * 1024 };
const maxUsual = { packets: 50_000, weight: 128 * 1024 * 1024 };
const smallTenantLoad = { packets: 500, weight: 1024 * 1024 };
const maxOfTenant = { packets: 30_000, weight: 64 * 1024 * 1024 };
const retryAfterSeconds = 1;

/**
 * Milliseconds from the start of one commit to the next while all waiting calls are of agents with a drained spool:
 * nothing waits for their responses, and a commit costs as much as many packets.
 */
const usualGatherMilliseconds = 100;

/** Maximum cost of evaluating the rules of a tenant in a commit of the usual lane: about 50 ms. */
const maxEvaluationUnits = 5_000;
/** How long a tenant whose rules cost more stays in the slow lane. */
const slowLaneMilliseconds = 60_000;
/** The target is longer than reading a window takes, so that one read serves several packets of an entity. */
const slowCommits = { minPackets: 1, targetMilliseconds: 500 };

const exceeds = (load: QueueLoad, bound: QueueLoad): boolean =>
  load.packets > bound.packets || load.weight > bound.weight;

/**
 * Two lanes store packets concurrently, each one commit at a time (`ingest-lane.ts`): the usual one, and a slow one for
 * tenants whose rules take so long that others would wait for them. Packets whose rules need more time than a commit
 * may take wait separately (`postponed-packets.ts`) and join a later commit.
 */
export const createIngestPipeline = (options: IngestPipelineOptions): IngestPipeline => {
  const { gate, clock, log, rules, tracing, gatherMilliseconds = usualGatherMilliseconds } = options;
  const { webProcesses = 1, retentionDays = packetLimits.retentionDays } = options;
  const boundOf = ({ packets, weight }: QueueLoad): QueueLoad => ({
    packets: webShareOf(packets, webProcesses),
    weight: webShareOf(weight, webProcesses),
  });
  const bounds = { all: boundOf(maxOfNode), usual: boundOf(maxUsual), tenant: boundOf(maxOfTenant) };
  const pending = new Set<Promise<unknown>>();
  /** Until when tenants use the slow lane, in milliseconds of `performance.now`. */
  const slowUntil = new Map<string, number>();
  /**
   * Tenants that move to the slow lane after the current commit of the usual one; `held` has their calls until then.
   */
  const moving = new Set<string>();
  const held = createIngestQueue();

  const isInSlowLane = (tenantId: string): boolean => {
    const until = slowUntil.get(tenantId);
    if (until === undefined) return false;
    // It stays there while it has packets there: otherwise both lanes would lock the same entities.
    if (performance.now() < until || slow.load(tenantId).packets > 0) return true;
    slowUntil.delete(tenantId);
    return false;
  };
  const enqueueInLane = (call: QueuedCall): void => (isInSlowLane(call.tenantId) ? slow : usual).enqueue(call);
  const enqueue = (call: QueuedCall): void => {
    if (moving.has(call.tenantId)) held.add(call);
    else enqueueInLane(call);
  };

  /** Holds further calls of the tenants until the commit is done: otherwise both lanes would lock the same entities. */
  const hold = (tenantIds: readonly string[]): void => {
    const fresh = tenantIds.filter((tenantId) => !slowUntil.has(tenantId));
    if (fresh.length > 0) log.info({ tenantIds: fresh }, 'tenants whose rules take long use the slow ingest lane');
    for (const tenantId of tenantIds) {
      slowUntil.set(tenantId, performance.now() + slowLaneMilliseconds);
      moving.add(tenantId);
    }
  };

  const moveToSlowLane = (): void => {
    const tenantIds = [...moving];
    for (const tenantId of tenantIds) {
      const later = held.withdraw(tenantId);
      for (const call of [...usual.withdraw(tenantId), ...later]) held.add(call);
    }
    if (tenantIds.length === 0) return;
    // Packets that the commit has postponed come before them: they are queued again in this turn of the event loop.
    setImmediate(() => {
      for (const tenantId of tenantIds) {
        moving.delete(tenantId);
        for (const call of held.withdraw(tenantId)) slow.enqueue(call);
      }
    });
  };

  // Before held calls, even if the commit took longer than a tenant stays in the slow lane.
  const enqueueAgain = (call: QueuedCall): void =>
    moving.has(call.tenantId) ? slow.enqueue(call) : enqueueInLane(call);
  const postponed = createPostponedPackets(log, enqueueAgain);
  const shared = {
    gate,
    clock,
    log,
    rules,
    tracing,
    gatherMilliseconds,
    retentionDays,
    store: createPacketStore(options.entitiesPerTenant),
    postpone: (call: QueuedCall, settled: readonly Promise<void>[]) => postponed.wait(call, settled),
  };
  const usual: IngestLane = createIngestLane({
    ...shared,
    size: createCommitSize(),
    budget: { max: maxEvaluationUnits, onExceeded: hold },
    onCommitted: moveToSlowLane,
  });
  const slow: IngestLane = createIngestLane({ ...shared, size: createCommitSize(slowCommits) });

  const loadOf = (tenantId?: string): QueueLoad => {
    const loads = [usual, slow, held].map((each) => each.load(tenantId));
    return {
      packets: loads.reduce((sum, { packets }) => sum + packets, 0),
      weight: loads.reduce((sum, { weight }) => sum + weight, 0),
    };
  };

  const requireRoom = (tenantId: string): void => {
    const [all, own] = [loadOf(), loadOf(tenantId)];
    if (exceeds(all, bounds.all) || (exceeds(all, bounds.usual) && exceeds(own, smallTenantLoad)))
      throw unavailable('Too many packets are already waiting.', retryAfterSeconds);
    if (exceeds(own, bounds.tenant))
      throw new Problem({
        status: 429,
        detail: 'Too many packets of this tenant are already waiting.',
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
  };

  return {
    requireRoom,
    submit: async (submission) => {
      const tenantId = submission.packets[0]?.tenantId ?? submission.spool?.tenantId;
      if (tenantId === undefined) return [];
      requireRoom(tenantId);
      const answer = new Promise<readonly PacketOutcome[]>((resolve, reject) => {
        enqueue({ tenantId, submission, outcomes: [], resolve, reject });
      });
      pending.add(answer);
      try {
        return await answer;
      } finally {
        pending.delete(answer);
      }
    },
    async drained() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
};
