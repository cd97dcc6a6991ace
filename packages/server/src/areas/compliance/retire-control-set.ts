import { systemTenantId, type Context } from '../../platform/context.ts';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toTenantId } from '../../platform/odata/wire-form.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';

const permission = 'Compliance:delete';

/**
 * Retires a control set: it is hidden with its controls, and accepts no further statuses. Its statuses are kept;
 * importing a set with its name restores both.
 *
 * @throws 404 for a set out of reach, 403 for a shared one without the permission in all tenants, 409 for a stale
 * `modified`.
 */
export const retireControlSet = (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlSetId: string,
  modified: string | undefined,
): Promise<void> =>
  services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const set = await db
      .selectFrom('control_sets')
      .selectAll()
      .where('control_set_id', '=', controlSetId)
      .where('is_retired', '=', false)
      .where(inScope(context, { permission, shared: true }, 'control_sets.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!set) throw notFound('ControlSet');
    if (set.tenant_id === systemTenantId) expectAllTenants(context, permission);
    expectModified(set.modified, modified);
    await db
      .updateTable('control_sets')
      .set({ is_retired: true, ...change.modified(set) })
      .where('tenant_id', '=', set.tenant_id)
      .where('control_set_id', '=', controlSetId)
      .execute();
    const { name, description } = set;
    const record = { id: controlSetId, tenantId: toTenantId(set.tenant_id), name, description };
    await change.record({
      entity: 'ControlSet',
      id: controlSetId,
      tenantId: set.tenant_id,
      before: { ...record, isRetired: false },
      after: { ...record, isRetired: true },
    });
  });
