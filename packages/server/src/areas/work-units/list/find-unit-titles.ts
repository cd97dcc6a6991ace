import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { isOwnWorkUnit, workUnitViewPermissions } from '../visible-work-unit.ts';

/** The number and the title of a unit. */
interface UnitTitle {
  readonly publicWorkUnitId: number;
  readonly title: string;
}

/** The units of a tenant with these ids that the caller may see, by id. */
export const findUnitTitles = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  tenantId: string,
  workUnitIds: readonly number[],
): Promise<ReadonlyMap<number, UnitTitle>> => {
  if (workUnitIds.length === 0) return new Map();
  const whole = inScope(context, 'WorkUnits:view', 'work_units.tenant_id');
  const mine = inScope(context, 'WorkUnits:view:mine', 'work_units.tenant_id');
  const rows = await gate.read(context, workUnitViewPermissions, (db) =>
    db
      .selectFrom('work_units')
      .select(['work_unit_id', 'public_work_unit_id', 'title'])
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`work_unit_id = any (${workUnitIds}::bigint[])`)
      .where(sql<boolean>`(${whole} or (${mine} and ${isOwnWorkUnit(context)}))`)
      .execute(),
  );
  return new Map(
    rows.map((row) => [row.work_unit_id, { publicWorkUnitId: row.public_work_unit_id, title: row.title }]),
  );
};
