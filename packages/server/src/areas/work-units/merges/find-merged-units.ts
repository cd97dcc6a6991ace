import { mergedUnitLimit } from '@cfs/contracts/work-unit-merges';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** Finds the units that were merged into a unit, directly or indirectly; resolves with their public numbers by id. */
export const findMergedUnits = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db.guarded<{ id: string; number: string }>(sql`
    with recursive merged as (
      select work_unit_id from work_unit_merges where tenant_id = ${tenantId} and target_id = ${workUnitId}
      union
      select further.work_unit_id from merged
      join work_unit_merges further on further.tenant_id = ${tenantId} and further.target_id = merged.work_unit_id
    )
    select unit.work_unit_id as id, unit.public_work_unit_id as number
    from merged join work_units unit on unit.tenant_id = ${tenantId} and unit.work_unit_id = merged.work_unit_id
    order by unit.work_unit_id
    limit ${sql.lit(mergedUnitLimit)}`);
  return new Map(rows.map(({ id, number }) => [Number(id), Number(number)]));
};

/** Finds the last unit in the chain of merges of a unit; `undefined` for a unit that was not merged. */
export const findMergeTarget = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<number | undefined> => {
  const [last] = await db.guarded<{ target: string }>(sql`
    with recursive targets as (
      select target_id, 1 as level from work_unit_merges where tenant_id = ${tenantId} and work_unit_id = ${workUnitId}
      union all
      select further.target_id, targets.level + 1 from targets
      join work_unit_merges further on further.tenant_id = ${tenantId} and further.work_unit_id = targets.target_id
      where targets.level < ${sql.lit(mergedUnitLimit)}
    )
    select target_id as target from targets order by level desc limit 1`);
  return last && Number(last.target);
};
