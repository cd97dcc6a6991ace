import { randomUUID } from 'node:crypto';
import type { CarryOver } from '@cfs/contracts/compliance';
import { addWeeks, checkDateOf } from '@cfs/contracts/control-statuses';
import type { Insertable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { settleAll } from '../../platform/database/settle-all.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { expectTenant } from '../tenants/expect-tenant.ts';
import { toControlStatus, type ControlStatusRow, type ControlStatusTable } from './control-status-entity.ts';
import { findControlSet } from './find-control-set.ts';

/** The statuses of a set's controls in a week of a tenant. */
const listWeek = (
  db: ScopedDatabase,
  context: Context,
  week: { readonly tenantId: string; readonly controlSetId: string; readonly checkDate: string },
): Promise<Pick<ControlStatusRow, 'control_id' | 'status' | 'notes'>[]> =>
  db
    .selectFrom('control_statuses')
    .innerJoin('controls', 'controls.control_id', 'control_statuses.control_id')
    .select(['control_statuses.control_id', 'control_statuses.status', 'control_statuses.notes'])
    .where('controls.control_set_id', '=', week.controlSetId)
    .where('controls.is_retired', '=', false)
    .where('control_statuses.check_date', '=', new Date(week.checkDate))
    .where('control_statuses.tenant_id', '=', week.tenantId)
    .where(inScope(context, 'Compliance:edit', 'control_statuses.tenant_id'))
    .orderBy('controls.position')
    .execute();

/** Inserts the statuses of controls without one of that week in the tenant; returns the inserted rows. */
const insertMissingStatuses = (
  db: ScopedDatabase,
  rows: readonly Insertable<ControlStatusTable>[],
): Promise<ControlStatusRow[]> =>
  db
    .insertInto('control_statuses')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['control_id', 'check_date', 'tenant_id']).doNothing())
    .returningAll()
    .execute();

/**
 * Copies status and notes of the week before to every control of the set without a status in the week; existing
 * statuses stay. Evidence is not copied: it belongs to its week (decisions/0045). Returns the number of statuses that
 * were created.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const carryOver = (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlSetId: string,
  { checkDate, tenantId }: CarryOver,
): Promise<number> =>
  services.gate.write(context, { permission: 'Compliance:edit', shared: true }, async (db, change) => {
    const tenant = tenantId ?? context.tenantId;
    await expectTenant(db, context, 'Compliance:edit', tenant);
    const set = await findControlSet(db, context, 'Compliance:edit', tenant, controlSetId);
    if (!set) throw notFound('ControlSet');
    const before = checkDateOf(addWeeks(checkDate.slice(0, 10), -1));
    const week = await listWeek(db, context, { tenantId: tenant, controlSetId, checkDate: before });
    if (week.length === 0) return 0;
    const created = await insertMissingStatuses(
      db,
      week.map(({ control_id, status, notes }) => ({
        tenant_id: tenant,
        control_status_id: randomUUID(),
        control_id,
        check_date: new Date(checkDate),
        status,
        notes,
        ...change.created(),
      })),
    );
    await settleAll(
      created
        .map(toControlStatus)
        .map((after) => change.record({ entity: 'ControlStatus', id: after.id, tenantId: tenant, after })),
    );
    return created.length;
  });
