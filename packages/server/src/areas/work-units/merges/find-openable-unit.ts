import { mergedUnitLimit } from '@cfs/contracts/work-unit-merges';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { isOwnWorkUnit, workUnitViewPermissions } from '../visible-work-unit.ts';

/**
 * Finds the unit that a link to a unit opens for the caller: the unit itself, or else the caller's newest own unit that
 * was merged into it, directly or indirectly; `undefined` if the caller may see none of them.
 */
export const findOpenableUnit = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<number | undefined> =>
  gate.read(context, workUnitViewPermissions, async (db) => {
    const whole = inScope(context, 'WorkUnits:view', 'work_units.tenant_id');
    const mine = inScope(context, 'WorkUnits:view:mine', 'work_units.tenant_id');
    const [found] = await db.guarded<{ id: string }>(sql`
      with recursive linked as (
        select tenant_id, work_unit_id, 0 as level from work_units where work_unit_id = ${workUnitId}
        union
        select further.tenant_id, further.work_unit_id, linked.level + 1 from linked
        join work_unit_merges further
          on further.tenant_id = linked.tenant_id and further.target_id = linked.work_unit_id
        where linked.level < ${sql.lit(mergedUnitLimit)}
      )
      select work_units.work_unit_id as id
      from linked join work_units using (tenant_id, work_unit_id)
      where (linked.level = 0 and ${whole}) or ((${whole} or ${mine}) and ${isOwnWorkUnit(context)})
      order by linked.level = 0 desc, work_units.created desc, work_units.work_unit_id desc
      limit 1`);
    return found && Number(found.id);
  });
