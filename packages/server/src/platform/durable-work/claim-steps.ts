import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { settleAll } from '../database/settle-all.ts';
import { parkedMilliseconds } from './create-work.ts';
import { lanes, stepState, type Lane } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** Any worker may claim a step whose lease was not renewed for this long. */
export const leaseMilliseconds = 5_000;

/** A step leased to this worker. */
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
  readonly trace_parent: string | null;
  readonly attempts: number;
  /** Earlier attempts that were lost. */
  readonly losses: number;
  /** The fencing token. An outcome is recorded only if the step still has this value. */
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

/** Sorts before all queues. */
export const firstQueue: QueueKey = { tenantId: '00000000-0000-0000-0000-000000000000', target: '' };

export interface Claim {
  readonly worker: string;
  readonly handlers: readonly string[];
  readonly lane: Lane;
  readonly limit: number;
  /** The claim starts with the queue after this one. */
  readonly after: QueueKey;
  /** Maximum running steps of a tenant, and of one of its targets, on this worker; unlimited by default. */
  readonly maxPerTenant?: number;
  readonly maxPerTarget?: number;
  /** The steps of the lane that this worker runs already. */
  readonly running?: readonly QueueKey[];
}

export interface Claimed {
  readonly steps: readonly ClaimedStep[];
  /** The next claim starts after this queue (round robin). */
  readonly after: QueueKey;
  /** Whether further queues remain. */
  readonly hasMore: boolean;
}

/** Maximum queues visited by a claim, so that its cost is independent of their number. */
const maxVisitedQueues = 16;
/** Steps read from a queue in addition to its share, because some may have to wait for others. */
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
 * Forces index scans within the transaction. A plan made for an empty table would scan the whole table once it is full,
 * because a queue grows faster than its statistics are updated.
 */
const useIndexes = (db: ScopedDatabase) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true) where ${db.scopeGuard}`;

/**
 * Claims up to `limit` waiting steps of a lane, an equal share from each of the next queues. A step that has to wait
 * for an earlier step of its order is parked instead; the earlier step is locked during the claim, so that its end is
 * not missed. Each claim increments the fencing token and the number of attempts.
 */
export const claimSteps = (gate: Gate, context: Context, claim: Claim): Promise<Claimed> =>
  gate.write(context, workScope, async (db) => {
    const now = context.clock.now();
    const leaseEnd = new Date(now.getTime() + leaseMilliseconds);
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
        where visited.turn < ${maxVisitedQueues}::int
      ), of_tenant as materialized (
        select * from jsonb_to_recordset(${byTenant}::jsonb) as counted ("tenantId" uuid, count int)
      ), of_target as materialized (
        select * from jsonb_to_recordset(${byTarget}::jsonb) as counted ("tenantId" uuid, target text, count int)
      ), open as materialized (
        select visited.*,
          least(
            ${claim.maxPerTenant ?? unbounded}::int - coalesce(of_tenant.count, 0),
            ${claim.maxPerTarget ?? unbounded}::int - coalesce(of_target.count, 0),
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
        claimed.trace_parent, claimed.attempts, claimed.losses, claimed.lease, claimed.worker, claimed.started,
        claimed.created,
        (select count(*)::int from visited) as visited, (select count(*)::int from parked) as parked,
        last.tenant_id as last_tenant, last.target as last_target
      from (select 1) one
      left join (select * from visited order by turn desc limit 1) last on true
      left join claimed on true
      order by claimed.rank`),
    ]);
    const [first] = rows;
    const isWhole = (first?.visited ?? 0) < maxVisitedQueues;
    return {
      steps: rows.filter((row) => row.step_id !== null),
      after:
        isWhole || !first?.last_tenant ? firstQueue : { tenantId: first.last_tenant, target: first.last_target ?? '' },
      hasMore: !isWhole || (first?.parked ?? 0) > 0,
    };
  });
