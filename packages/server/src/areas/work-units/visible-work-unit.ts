import type { Permission } from '@cfs/contracts/permissions';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { WorkUnitRow } from './list/work-unit-wire.ts';

/** The permissions to see units: all units of a tenant, or only one's own. */
export const workUnitViewPermissions: readonly Permission[] = ['WorkUnits:view', 'WorkUnits:view:mine'];

/**
 * The columns and values by which a unit is the caller's own; one match is enough: created by the caller, or the
 * stakeholder has the caller's verified mail. Empty unless the caller is a person.
 */
export const ownershipOf = ({ actor }: Context): readonly (readonly [column: string, value: string])[] =>
  actor.kind === 'person'
    ? [
        ['created_by', actor.userName],
        ['stakeholder_mail', actor.userName.toLowerCase()],
      ]
    : [];

/** The condition that a unit is the caller's own. */
export const isOwnWorkUnit = (context: Context): RawBuilder<boolean> => {
  const either = ownershipOf(context).map(([column, value]) => sql`${sql.ref(`work_units.${column}`)} = ${value}`);
  return either.length > 0 ? sql<boolean>`(${sql.join(either, sql` or `)})` : sql<boolean>`false`;
};

/** A work unit, and whether the caller may see it only as its owner. */
interface VisibleWorkUnit {
  readonly row: WorkUnitRow;
  readonly asOwner: boolean;
}

/** Finds a unit that the caller may see, and whether only as its owner; throws 404 for any other. */
export const findVisibleWorkUnit = async (
  db: ScopedDatabase,
  context: Context,
  workUnitId: number,
): Promise<VisibleWorkUnit> => {
  const whole = inScope(context, 'WorkUnits:view', 'work_units.tenant_id');
  const mine = inScope(context, 'WorkUnits:view:mine', 'work_units.tenant_id');
  const found = await db
    .selectFrom('work_units')
    .selectAll()
    .select(sql<boolean>`not (${whole})`.as('as_owner'))
    .where('work_unit_id', '=', workUnitId)
    .where(sql<boolean>`(${whole} or (${mine} and ${isOwnWorkUnit(context)}))`)
    .executeTakeFirst();
  if (!found) throw notFound('WorkUnit');
  const { as_owner: asOwner, ...row } = found;
  return { row, asOwner };
};

/** The same in a read of its own. */
export const readVisibleWorkUnit = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<VisibleWorkUnit> =>
  gate.read(context, workUnitViewPermissions, (db) => findVisibleWorkUnit(db, context, workUnitId));
