import { randomUUID } from 'node:crypto';
import type { Tenant, TenantCreate, TenantUpdate } from '@cfs/contracts/tenants';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import type { Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkIntakeForm } from './check-intake-form.ts';
import { findTenant } from './find-tenant.ts';
import type { TenantTable } from './tenant-table.ts';
import { mergeDefinitions, toTenant, type TenantRow } from './tenant-wire.ts';
import type { Updateable } from 'kysely';

/** What the audit keeps of a tenant: everything that can be changed. */
const audited = (row: TenantRow) => ({ ...toTenant(row), intakeWizardFormData: row.intake_wizard_form_data });

/** The columns that a body names; `stored` are the definitions before. */
const columnsOf = (body: TenantCreate | TenantUpdate, stored: TenantRow['work_unit_fields']) => ({
  name: body.name,
  ...(body.internalNotificationEmailAddress !== undefined && {
    internal_notification_email_address: body.internalNotificationEmailAddress,
  }),
  ...(body.assignmentGroups !== undefined && { assignment_groups: body.assignmentGroups }),
  ...(body.intakeWizardFormData !== undefined && { intake_wizard_form_data: body.intakeWizardFormData }),
  work_unit_fields: mergeDefinitions(stored, body),
});

const changeTenant = async (
  services: Services,
  context: Context,
  tenantId: string,
  make: (row: TenantRow) => Updateable<TenantTable>,
): Promise<Tenant> => {
  const tenant = await services.gate.write(context, 'Tenants:edit', async (db, change) => {
    const row = await findTenant(db, context, 'Tenants:edit', tenantId, 'lock');
    if (!row) throw notFound('Tenant');
    const stored = await db
      .updateTable('tenants')
      .set({
        ...make(row),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({
      entity: 'Tenant',
      id: tenantId,
      tenantId,
      before: audited(row),
      after: audited(stored),
    });
    return toTenant(stored);
  });
  await services.snapshot.refresh();
  return tenant;
};

/** Makes a tenant, enabled; only those may who hold the permission in all tenants. */
export const createTenant = async (services: Services, context: Context, body: TenantCreate): Promise<Tenant> => {
  expectAllTenants(context, 'Tenants:create');
  if (body.intakeWizardFormData) checkIntakeForm(body.intakeWizardFormData);
  const tenantId = randomUUID();
  const tenant = await services.gate.write(context, 'Tenants:create', async (db, change) => {
    const row = await db
      .insertInto('tenants')
      .values({
        tenant_id: tenantId,
        enabled: true,
        ...change.created(),
        ...columnsOf(body, []),
        name: body.name,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({ entity: 'Tenant', id: tenantId, tenantId, after: audited(row) });
    return toTenant(row);
  });
  await services.snapshot.refresh();
  return tenant;
};

/** Changes what the body names; 409 when the row has moved on from the `modified` that the form was opened with. */
export const updateTenant = (
  services: Services,
  context: Context,
  tenantId: string,
  body: TenantUpdate,
): Promise<Tenant> => {
  if (body.tenantId && body.tenantId !== tenantId) throw invalid({ TenantId: ['The id of a tenant never changes.'] });
  if (body.intakeWizardFormData) checkIntakeForm(body.intakeWizardFormData);
  return changeTenant(services, context, tenantId, (row) => {
    expectModified(row.modified, body.modified);
    return columnsOf(body, row.work_unit_fields);
  });
};

/** Enables a disabled tenant and disables an enabled one. */
export const toggleTenant = (services: Services, context: Context, tenantId: string): Promise<Tenant> =>
  changeTenant(services, context, tenantId, (row) => ({ enabled: !row.enabled }));
