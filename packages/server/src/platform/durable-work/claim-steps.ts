import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { settleAll } from '../database/settle-all.ts';
import { parkedMilliseconds } from './create-work.ts';
import { lanes, stepState, type Lane } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** Milliseconds after which any worker may claim a step whose worker has not renewed its lease. */
export const leaseDuration = 5_000;

/** A step that this worker holds while it renews its lease. */
export interface ClaimedStep {
  readonly tenant_id: string;
  readonly step_id: string;
  readonly event_id: string;
  readonly action: string;
  readonly handler: string;
  readonly target: string;
  readonly order_key: string | null;
  readonly holds: boolean;
  readonly strict: boolean;
  readonly position: number;
  readonly input: unknown;
  readonly trace_id: string;
  readonly attempts: number;
  /** The fencing token: an outcome is recorded only while the step still carries it. */
  readonly lease: number;
  readonly worker: string;
  readonly started: Date;
  readonly created: Date;
}

/** A queue of a lane: the steps of one tenant for one target. */
export interface QueueKey {
  readonly tenantId: string;
  readonly target: string;
}

/** Before all queues. */
export const firstQueue: QueueKey = { tenantId: '00000000-0000-0000-0000-000000000000', target: '' };

export interface Claim {
  readonly worker: string;
  readonly handlers: readonly string[];
  readonly lane: Lane;
  readonly limit: number;
  /** The queue after which the claim begins. */
  readonly after: QueueKey;
  /** Steps that a tenant and one of its targets may have running on this worker; no bound unless told otherwise. */
  readonly mostPerTenant?: number;
  readonly mostPerTarget?: number;
  /** What this worker already runs in the lane. */
  readonly running?: readonly QueueKey[];
}

export interface Claimed {
  readonly steps: readonly ClaimedStep[];
  /** The queue after which the next claim begins, so that each gets its turn. */
  readonly after: QueueKey;
  /** Whether queues after that one were not looked at. */
  readonly hasMore: boolean;
}

/** Queues that a claim visits at most: what it costs does not depend on how many there are. */
const visitedQueues = 16;
/** Steps of a queue that a claim looks at, beyond its share, for some that wait for no other. */
const spareSteps = 8;
const unbounded = 1_000_000;

interface Row extends ClaimedStep {
  readonly visited: number;
  readonly last_tenant: string | null;
  readonly last_target: string | null;
  readonly parked: number;
}

const countBy = (running: readonly QueueKey[], keyOf: (queue: QueueKey) => string) => {
  const counts = new Map<string, { tenantId: string; target: string; count: number }>();
  for (const queue of running) {
    const key = keyOf(queue);
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { ...queue, count: 1 });
  }
  return [...counts.values()];
};

/**
 * For the transaction: a plan that was made while the table was empty must not read all of it once it is full, and a
 * queue fills faster than its statistics follow.
 */
const useIndexes = (db: ScopedDatabase) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true) where ${db.scopeGuard}`;

/**
 * Takes up to `limit` waiting steps of a lane that no earlier step of their order holds back, the same share from each
 * of the next queues. Each claim raises the fencing token and counts an attempt. A step that is held back is parked: the
 * step that holds it is locked meanwhile, so that it cannot let it go unnoticed.
 */
export const claimSteps = (gate: Gate, context: Context, claim: Claim): Promise<Claimed> =>
  gate.write(context, workScope, async (db) => {
    const now = context.clock.now();
    const leaseEnd = new Date(now.getTime() + leaseDuration);
    const parkedEnd = new Date(now.getTime() + parkedMilliseconds);
    const running = claim.running ?? [];
    const byTenant = JSON.stringify(countBy(running, ({ tenantId }) => tenantId));
    const byTarget = JSON.stringify(countBy(running, ({ tenantId, target }) => `${tenantId} ${target}`));
    const lane = lanes[claim.lane];
    const [, rows] = await settleAll([
      db.run(useIndexes(db)),
      db.run<Row>(sql`
      with recursive visited as materialized (
        (select first.tenant_id, first.target, 1 as turn from work_steps first
         where first.state = 0 and first.lane = ${lane}::smallint
           and (first.tenant_id, first.target) > (${claim.after.tenantId}::uuid, ${claim.after.target}::text)
           and ${db.scopeGuard}
         order by first.tenant_id, first.target limit 1)
        union all
        select next.tenant_id, next.target, visited.turn + 1 from visited cross join lateral (
          select following.tenant_id, following.target from work_steps following
          where following.state = 0 and following.lane = ${lane}::smallint
            and (following.tenant_id, following.target) > (visited.tenant_id, visited.target)
          order by following.tenant_id, following.target limit 1) next
        where visited.turn < ${visitedQueues}::int
      ), of_tenant as materialized (
        select * from jsonb_to_recordset(${byTenant}::jsonb) as counted ("tenantId" uuid, count int)
      ), of_target as materialized (
        select * from jsonb_to_recordset(${byTarget}::jsonb) as counted ("tenantId" uuid, target text, count int)
      ), open as materialized (
        select visited.*,
          least(
            ${claim.mostPerTenant ?? unbounded}::int - coalesce(of_tenant.count, 0),
            ${claim.mostPerTarget ?? unbounded}::int - coalesce(of_target.count, 0),
            ceil(${claim.limit}::numeric / (select count(*) from visited))::int
          ) as share
        from visited
        left join of_tenant on of_tenant."tenantId" = visited.tenant_id
        left join of_target on of_target."tenantId" = visited.tenant_id and of_target.target = visited.target
      ), candidate as materialized (
        select open.turn, open.share, step.* from open cross join lateral (
          select waiting.tenant_id, waiting.step_id, waiting.lane, waiting.order_key, waiting.holds, waiting.position
          from work_steps waiting
          where waiting.state = 0 and waiting.lane = ${lane}::smallint
            and waiting.tenant_id = open.tenant_id and waiting.target = open.target
            and waiting.handler = any (${[...claim.handlers]}::text[])
          order by waiting.position limit open.share + ${spareSteps}::int
          for update skip locked) step
        where open.share > 0
      ), holder as materialized (
        select candidate.tenant_id, candidate.step_id, earlier.step_id as earlier_id
        from candidate cross join lateral (
          select earlier.step_id from work_steps earlier
          where candidate.holds and earlier.tenant_id = candidate.tenant_id and earlier.order_key = candidate.order_key
            and earlier.finished is null and earlier.holds and earlier.position < candidate.position
            and (earlier.lane = 0 or candidate.lane <> 0)
          order by earlier.position limit 1) earlier
      ), locked as materialized (
        select holder.step_id from holder cross join lateral (
          select 1 from work_steps earlier
          where earlier.tenant_id = holder.tenant_id and earlier.step_id = holder.earlier_id and earlier.holds
          for share skip locked) held
      ), ranked as materialized (
        select free.*, row_number() over (order by free.round, free.turn) as rank from (
          select candidate.tenant_id, candidate.step_id, candidate.turn, candidate.share,
            row_number() over (partition by candidate.turn order by candidate.position) as round
          from candidate
          where not exists (select from holder where holder.step_id = candidate.step_id)) free
        where free.round <= free.share
      ), parked as (
        update work_steps step set state = ${stepState.parked}::smallint, available = ${parkedEnd}
        from candidate
        where step.tenant_id = candidate.tenant_id and step.step_id = candidate.step_id
          and candidate.step_id in (select step_id from locked)
        returning step.step_id
      ), claimed as (
        update work_steps step set state = ${stepState.running}::smallint, attempts = step.attempts + 1,
          lease = step.lease + 1, worker = ${claim.worker}, started = ${now}, available = ${leaseEnd}
        from ranked
        where step.tenant_id = ranked.tenant_id and step.step_id = ranked.step_id
          and ranked.rank <= ${claim.limit}::int
        returning step.*, ranked.rank
      )
      select claimed.tenant_id, claimed.step_id, claimed.event_id, claimed.action, claimed.handler, claimed.target,
        claimed.order_key, claimed.holds, claimed.strict, claimed.position, claimed.input, claimed.trace_id,
        claimed.attempts, claimed.lease, claimed.worker, claimed.started, claimed.created,
        (select count(*)::int from visited) as visited, (select count(*)::int from parked) as parked,
        last.tenant_id as last_tenant, last.target as last_target
      from (select 1) one
      left join (select * from visited order by turn desc limit 1) last on true
      left join claimed on true
      order by claimed.rank`),
    ]);
    const [first] = rows;
    const isWhole = (first?.visited ?? 0) < visitedQueues;
    return {
      steps: rows.filter((row) => row.step_id !== null),
      after:
        isWhole || !first?.last_tenant ? firstQueue : { tenantId: first.last_tenant, target: first.last_target ?? '' },
      hasMore: !isWhole || (first?.parked ?? 0) > 0,
    };
  });
