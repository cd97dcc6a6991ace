import { randomUUID } from 'node:crypto';
import type { Permission } from '@cfs/contracts/permissions';
import type {
  ServiceLevelTarget,
  ServiceLevelTargetCreate,
  ServiceLevelTargetUpdate,
} from '@cfs/contracts/service-levels';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { toTenantId } from '../../../platform/odata/wire-form.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import { toTarget, type ServiceLevelTargetTable } from './target-entity.ts';

type Needs = Pick<Services, 'gate'>;
type Fields = Omit<ServiceLevelTargetCreate, 'serviceLevelTargetId' | 'tenantId'>;

const toColumns = (fields: Fields) => ({
  work_unit_type_id: fields.workUnitTypeId,
  severity: fields.severityId === null ? null : severities[fields.severityId],
  response_minutes: fields.responseMinutes,
  resolution_minutes: fields.resolutionMinutes,
  warning_percent: fields.warningPercent,
  business_calendar_id: fields.businessCalendarId,
});

/**
 * Throws 400 for a calendar that is neither the tenant's nor shared. If it is deleted concurrently, the foreign key
 * fails the transaction with 409.
 */
const expectCalendar = async (db: ScopedDatabase, tenantId: string, calendarId: string | null): Promise<void> => {
  if (calendarId === null) return;
  const found = await db
    .selectFrom('business_calendars')
    .select('business_calendar_id')
    .where('business_calendar_id', '=', calendarId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .executeTakeFirst();
  if (!found) throw invalid({ BusinessCalendarId: ['Please choose a calendar of the tenant.'] });
};

/** Throws 409 if another target of the tenant applies to the same type and severity. */
const expectFree = async (
  db: ScopedDatabase,
  tenantId: string,
  { work_unit_type_id: typeId, severity }: ReturnType<typeof toColumns>,
  exceptId?: string,
): Promise<void> => {
  const others = await db
    .selectFrom('service_level_targets')
    .select('service_level_target_id')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_type_id', typeId === null ? 'is' : '=', typeId)
    .where('severity', severity === null ? 'is' : '=', severity)
    .execute();
  if (others.some((other) => other.service_level_target_id !== exceptId))
    throw conflict('The tenant already has a target for this type and severity.');
};

/**
 * Creates a target. It applies to units that are opened, reopened, or change their type or severity from now on.
 *
 * @throws 404 for a tenant without the permission, 403 for a default without the permission in all tenants, 400 for a
 * calendar of another tenant, 409 for a second target of the same type and severity.
 */
export const createTarget = (
  services: Needs,
  context: Context,
  body: ServiceLevelTargetCreate,
): Promise<ServiceLevelTarget> =>
  services.gate.write(context, { permission: 'WorkUnits.ServiceLevels:create', shared: true }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'WorkUnits.ServiceLevels:create', body.tenantId);
    const columns = toColumns(body);
    await expectCalendar(db, tenantId, columns.business_calendar_id);
    await expectFree(db, tenantId, columns);
    const row = await db
      .insertInto('service_level_targets')
      .values({ ...columns, tenant_id: tenantId, service_level_target_id: randomUUID(), ...change.created() })
      .onConflict((other) => other.columns(['tenant_id', 'work_unit_type_id', 'severity']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict('The tenant already has a target for this type and severity.');
    const after = toTarget(row);
    await change.record({ entity: 'ServiceLevelTarget', id: row.service_level_target_id, tenantId, after });
    return after;
  });

const lockTarget = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  targetId: string,
): Promise<ServiceLevelTargetTable> => {
  const row = await db
    .selectFrom('service_level_targets')
    .selectAll()
    .where('service_level_target_id', '=', targetId)
    .where(inScope(context, permission, 'service_level_targets.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('ServiceLevelTarget');
  return row;
};

/**
 * Replaces the fields of a target; `modified` is the optimistic lock.
 *
 * @throws 404 for a target that the caller may not change, 409 for a stale `modified` or a second target of the same
 * type and severity, 400 for another tenant or a calendar of another tenant.
 */
export const updateTarget = (
  services: Needs,
  context: Context,
  targetId: string,
  body: ServiceLevelTargetUpdate,
): Promise<ServiceLevelTarget> =>
  services.gate.write(context, { permission: 'WorkUnits.ServiceLevels:edit', shared: true }, async (db, change) => {
    const row = await lockTarget(db, context, 'WorkUnits.ServiceLevels:edit', targetId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== toTenantId(tenantId))
      throw invalid({ TenantId: ['The tenant of a target cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const columns = toColumns(body);
    await expectCalendar(db, tenantId, columns.business_calendar_id);
    await expectFree(db, tenantId, columns, targetId);
    const stored = await db
      .updateTable('service_level_targets')
      .set({ ...columns, ...change.modified(row) })
      .where('tenant_id', '=', tenantId)
      .where('service_level_target_id', '=', targetId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toTarget(row), toTarget(stored)];
    await change.record({ entity: 'ServiceLevelTarget', id: targetId, tenantId, before, after });
    return after;
  });

/** Deletes a target; clocks that were started with it keep running. */
export const deleteTarget = (services: Needs, context: Context, targetId: string): Promise<void> =>
  services.gate.write(context, 'WorkUnits.ServiceLevels:delete', async (db, change) => {
    const row = await lockTarget(db, context, 'WorkUnits.ServiceLevels:delete', targetId);
    const tenantId = row.tenant_id;
    await db
      .deleteFrom('service_level_targets')
      .where('tenant_id', '=', tenantId)
      .where('service_level_target_id', '=', targetId)
      .execute();
    await change.record({ entity: 'ServiceLevelTarget', id: targetId, tenantId, before: toTarget(row) });
  });
