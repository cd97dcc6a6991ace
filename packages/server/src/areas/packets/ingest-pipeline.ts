import type { Logger } from 'pino';
import { packetLimits } from '@cfs/contracts/packets';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/database/gate.ts';
import { Problem, unavailable } from '../../platform/problems.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { webShareOf } from '../../platform/web-share.ts';
import type { IngestRules } from './added-packet.ts';
import type { PacketOutcome, PacketSubmission } from './incoming-packet.ts';
import { createCommitSize } from './commit-size.ts';
import { createIngestLane, type IngestLane } from './ingest-lane.ts';
import { createIngestQueue, type QueuedCall, type QueueLoad } from './ingest-queue.ts';
import { createPostponedPackets } from './postponed-packets.ts';
import { createPacketStore } from './store-packets.ts';

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
  /** Resolves once no submission is pending, those whose callers have disconnected included. */
  drained(): Promise<void>;
}

export interface IngestPipelineOptions {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: IngestRules;
  readonly tracing?: Tracing | undefined;
  /** Replaces 100 ms. */
  readonly gatherMilliseconds?: number;
  /** Days for which history is kept; default 30. */
  readonly retentionDays?: number;
  /** Entities that a tenant may have besides those of its devices; not limited by default. */
  readonly entitiesPerTenant?: number;
  /** Among how many processes of the node the bounds of what may wait are divided; default 1. */
  readonly webProcesses?: number;
}

/**
 * What may wait on a node before more is refused. A call that is taken may exceed it, so one tenant can exceed the bound of all:
 * beyond that bound a tenant with little waiting is still served, up to the bound of the node.
 */
const mostOfNode = { packets: 200_000, weight: 512 * 1024 * 1024 };
const most = { packets: 50_000, weight: 128 * 1024 * 1024 };
const littleOfTenant = { packets: 500, weight: 1024 * 1024 };
const mostOfTenant = { packets: 30_000, weight: 64 * 1024 * 1024 };
const retryAfterSeconds = 1;

/**
 * From the begin of one commit to the next while all calls that wait are of agents with a drained spool: nothing waits for
 * their answers, and a commit costs as much as many packets.
 */
const usualGatherMilliseconds = 100;

/** What evaluating the rules of a tenant may cost in a commit of the usual lane: about 50 ms. */
const mostEvaluationUnits = 5_000;
/** How long a tenant whose rules cost more stays in the slow lane. */
const slowLaneMilliseconds = 60_000;
/** Longer than a window takes to read, so that one reading serves several packets of an entity. */
const slowCommits = { fewestPackets: 1, targetMilliseconds: 500 };

const exceeds = (load: QueueLoad, bound: QueueLoad): boolean =>
  load.packets > bound.packets || load.weight > bound.weight;

/**
 * Two lanes take packets in side by side, each one commit at a time (`ingest-lane.ts`): the usual one, and one for tenants
 * whose rules take so long that others would wait for them. Packets whose rules need more time than a
 * commit may take wait apart (`postponed-packets.ts`) and join a later commit.
 */
export const createIngestPipeline = (options: IngestPipelineOptions): IngestPipeline => {
  const { gate, clock, log, rules, tracing, gatherMilliseconds = usualGatherMilliseconds } = options;
  const { webProcesses = 1, retentionDays = packetLimits.retentionDays } = options;
  const boundOf = ({ packets, weight }: QueueLoad): QueueLoad => ({
    packets: webShareOf(packets, webProcesses),
    weight: webShareOf(weight, webProcesses),
  });
  const bounds = { all: boundOf(mostOfNode), usual: boundOf(most), tenant: boundOf(mostOfTenant) };
  const pending = new Set<Promise<unknown>>();
  /** Until when tenants use the slow lane, in milliseconds of `performance.now`. */
  const slowUntil = new Map<string, number>();
  /** Tenants that move to the slow lane as soon as the commit of the usual one is done, and their calls meanwhile. */
  const moving = new Set<string>();
  const held = createIngestQueue();

  const isInSlowLane = (tenantId: string): boolean => {
    const until = slowUntil.get(tenantId);
    if (until === undefined) return false;
    // Not beside its own packets: both lanes would lock the same entities.
    if (performance.now() < until || slow.load(tenantId).packets > 0) return true;
    slowUntil.delete(tenantId);
    return false;
  };
  const enqueueInLane = (call: QueuedCall): void => (isInSlowLane(call.tenantId) ? slow : usual).enqueue(call);
  const enqueue = (call: QueuedCall): void => {
    if (moving.has(call.tenantId)) held.add(call);
    else enqueueInLane(call);
  };

  /** Holds further calls of the tenants until the commit is done: both lanes would lock the same entities. */
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
    // What the commit has postponed comes before them: it is queued again within this turn of the event loop.
    setImmediate(() => {
      for (const tenantId of tenantIds) {
        moving.delete(tenantId);
        for (const call of held.withdraw(tenantId)) slow.enqueue(call);
      }
    });
  };

  // Before what is held, also where the commit took longer than a stay in the slow lane.
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
    budget: { most: mostEvaluationUnits, onExceeded: hold },
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
    if (exceeds(all, bounds.all) || (exceeds(all, bounds.usual) && exceeds(own, littleOfTenant)))
      throw unavailable('Too many packets wait already.', retryAfterSeconds);
    if (exceeds(own, bounds.tenant))
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
