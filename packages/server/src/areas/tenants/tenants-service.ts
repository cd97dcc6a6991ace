import { randomUUID } from 'node:crypto';
import {
  assignmentGroupsOf,
  type Tenant,
  type TenantCreate,
  type TenantDetails,
  type TenantUpdate,
} from '@cfs/contracts/tenants';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import type { Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkIntakeForm } from './check-intake-form.ts';
import { findTenant, insertTenant, updateTenant } from './tenants-repository.ts';
import type { TenantTable } from './tenant-table.ts';
import { mergeDefinitions, toTenant, toTenantDetails, type TenantRow } from './tenant-wire.ts';
import type { Updateable } from 'kysely';

/** Who may read the details that the work unit form needs. */
export const seeTenantDetails = ['Tenants:view', 'WorkUnits:view'] as const;

/** A tenant: whole for those who may view tenants, else what the work unit form needs. */
export const readTenant = (services: Services, context: Context, tenantId: string): Promise<Tenant | TenantDetails> =>
  services.gate.read(context, seeTenantDetails, async (db) => {
    const whole = await findTenant(db, context, 'Tenants:view', tenantId);
    if (whole) return toTenant(whole);
    const row = await findTenant(db, context, seeTenantDetails, tenantId);
    if (!row) throw notFound('Tenant');
    return toTenantDetails(row);
  });

/** Names of the groups that the tenant's units can be assigned to. */
export const readAssignmentGroups = (services: Services, context: Context, tenantId: string): Promise<string[]> =>
  services.gate.read(context, 'WorkUnits:view', async (db) => {
    const row = await findTenant(db, context, 'WorkUnits:view', tenantId);
    if (!row) throw notFound('Tenant');
    return [...assignmentGroupsOf(row.assignment_groups)];
  });

/** The tenant's intake form as the JSON text that was stored; 404 when there is none. */
export const readIntakeSchema = (services: Services, context: Context, tenantId: string): Promise<string> =>
  services.gate.read(context, ['WorkUnits:create', 'Tenants:view'], async (db) => {
    const row = await findTenant(db, context, ['WorkUnits:create', 'Tenants:view'], tenantId);
    if (row?.intake_wizard_form_data == null) throw notFound('Intake schema');
    return row.intake_wizard_form_data;
  });

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
    const stored = await updateTenant(db, tenantId, {
      ...make(row),
      ...change.modified(row),
    });
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
    const row = await insertTenant(db, {
      tenant_id: tenantId,
      enabled: true,
      ...change.created(),
      ...columnsOf(body, []),
      name: body.name,
    });
    await change.record({ entity: 'Tenant', id: tenantId, tenantId, after: audited(row) });
    return toTenant(row);
  });
  await services.snapshot.refresh();
  return tenant;
};

/** Changes what the body names; 409 when the row has moved on from the `modified` that the form was opened with. */
export const updateTenantDetails = (
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
