import type { WorkUnitTypeUpdate } from '@cfs/contracts/categories';
import { severities, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';

const permission = 'WorkUnits.Types:edit';

/**
 * Changes the defaults of a type. All tenants share the types: throws 403 unless the caller holds the permission in all
 * tenants. Throws 409 for a stale `modified`, 400 for showing Legacy, which stays hidden.
 */
export const updateWorkUnitType = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitTypeId: number,
  body: WorkUnitTypeUpdate,
): Promise<void> =>
  services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const before = await db
      .selectFrom('work_unit_types')
      .selectAll()
      .where('tenant_id', '=', systemTenantId)
      .where('work_unit_type_id', '=', workUnitTypeId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound('WorkUnitType');
    expectAllTenants(context, permission);
    expectModified(before.modified, body.modified);
    if (workUnitTypeId === workUnitTypes.Legacy && body.isHidden === false)
      throw invalid({ IsHidden: ['Legacy stays hidden.'] });
    const severity = body.defaultSeverityId;
    const after = {
      default_severity:
        severity === undefined ? before.default_severity : severity === null ? null : severities[severity],
      is_hidden: body.isHidden ?? before.is_hidden,
    };
    await db
      .updateTable('work_unit_types')
      .set({
        ...after,
        ...change.modified(before),
      })
      .where('tenant_id', '=', systemTenantId)
      .where('work_unit_type_id', '=', workUnitTypeId)
      .execute();
    const id = String(workUnitTypeId);
    await change.record({ entity: 'WorkUnitType', id, tenantId: systemTenantId, before, after });
  });
