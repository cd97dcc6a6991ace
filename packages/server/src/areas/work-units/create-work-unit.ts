import type { Permission } from '@cfs/contracts/permissions';
import { workUnitFields, type WorkUnit, type WorkUnitCreate, type WorkUnitFields } from '@cfs/contracts/work-units';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { insertWorkUnit } from './insert-work-unit.ts';
import { referenceFaults } from './work-unit-references.ts';
import { toWorkUnit } from './work-unit-wire.ts';
import '../tenants/tenant-table.ts';

const settable = Object.keys(workUnitFields) as (keyof WorkUnitFields)[];

const expectTenant = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  tenantId: string,
): Promise<void> => {
  const tenant = await db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .where('tenant_id', '<>', systemTenantId)
    .where(inScope(context, permission, 'tenants.tenant_id'))
    .executeTakeFirst();
  if (!tenant) throw notFound('Tenant');
};

/**
 * Makes a unit for a person, in the tenant that the body names (else the request's), if the caller holds the permission
 * there: 404 when not, 400 with the field when an id or option of the body does not fit the tenant.
 */
export const createWorkUnit = (
  services: Services,
  context: Context,
  permission: Permission | readonly Permission[],
  unit: WorkUnitCreate,
): Promise<WorkUnit> =>
  services.gate.write(context, { permission, shared: true }, async (db) => {
    const tenantId = unit.tenantId ?? context.tenantId;
    await expectTenant(db, context, permission, tenantId);
    const fields = Object.fromEntries(settable.map((field) => [field, unit[field]])) as unknown as WorkUnitFields;
    const faults = await referenceFaults(db, tenantId, fields);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return toWorkUnit(await insertWorkUnit(services, db, context, { tenantId, fields, relations: unit.relations }));
  });
