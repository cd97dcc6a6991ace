import { sql } from 'kysely';
import type { ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import type { ClaimedStep } from './claim-steps.ts';
import { stepState } from './step-state.ts';

/** Returns the first parked step of each order, and the first parked local step, to their queues. */
export const wakeParked = async (
  db: ScopedDatabase,
  released: readonly Pick<ClaimedStep, 'tenant_id' | 'order_key'>[],
): Promise<void> => {
  if (released.length === 0) return;
  const keys = [...new Map(released.map((step) => [`${step.tenant_id} ${step.order_key}`, step])).values()].map(
    (step) => ({ tenant: step.tenant_id, key: step.order_key }),
  );
  await db.run(sql`
    with first as (
      select held.tenant_id, held.step_id
      from ${recordSet('released', { tenant: 'uuid', key: 'text' }, keys)} cross join lateral (
        (select next.tenant_id, next.step_id, next.state from work_steps next
         where next.tenant_id = released.tenant and next.order_key = released.key and next.holds
           and next.finished is null order by next.position limit 1)
        union
        (select next.tenant_id, next.step_id, next.state from work_steps next
         where next.tenant_id = released.tenant and next.order_key = released.key and next.holds
           and next.finished is null and next.lane = 0 order by next.position limit 1)) held
      where held.state = ${stepState.parked}::smallint
    )
    update work_steps step set state = ${stepState.waiting}::smallint from first
    where step.tenant_id = first.tenant_id and step.step_id = first.step_id
      and step.state = ${stepState.parked}::smallint and ${db.scopeGuard}`);
};
