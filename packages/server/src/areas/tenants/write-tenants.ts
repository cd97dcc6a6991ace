import { randomUUID } from 'node:crypto';
import {
  workUnitFieldNames,
  type CustomFieldDefinition,
  type Tenant,
  type TenantCreate,
  type TenantUpdate,
} from '@cfs/contracts/tenants';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import type { Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { intakeFormFaults } from './check-intake-form.ts';
import { findTenant } from './find-tenant.ts';
import { intakeColumns, storeVersion, type CheckedForm } from './store-intake-form.ts';
import type { TenantTable } from './tenant-table.ts';
import { mergeDefinitions, toTenant, type TenantRow } from './tenant-wire.ts';
import type { Updateable } from 'kysely';

/** The audited fields of a tenant: all that can be changed. */
const audited = (row: TenantRow) => ({ ...toTenant(row), intakeWizardFormData: row.intake_wizard_form_data });

/**
 * The definitions with those of the body merged in.
 *
 * @throws 400 if a definition has the name of another one, new or stored.
 */
const definitionsOf = (body: TenantCreate | TenantUpdate, stored: TenantRow['work_unit_fields']): string => {
  const merged = mergeDefinitions(stored, body);
  if (workUnitFieldNames.every((name) => body[name] === undefined)) return merged;
  const definitions = JSON.parse(merged) as (CustomFieldDefinition | null)[];
  const names = definitions.flatMap((definition) => definition?.Name.trim().toLowerCase() ?? []);
  if (new Set(names).size < names.length) throw invalid({ WorkUnitFields: ['Can not have duplicate custom fields.'] });
  return merged;
};

/** The columns of the fields that a body contains; `stored` are the previous definitions. */
const columnsOf = (body: TenantCreate | TenantUpdate, stored: TenantRow['work_unit_fields']) => ({
  name: body.name,
  ...(body.internalNotificationEmailAddress !== undefined && {
    internal_notification_email_address: body.internalNotificationEmailAddress,
  }),
  ...(body.assignmentGroups !== undefined && { assignment_groups: body.assignmentGroups }),
  ...(body.agentDownloadUrl !== undefined && { agent_download_url: body.agentDownloadUrl }),
  work_unit_fields: definitionsOf(body, stored),
});

/** The checked form of a body; `undefined` if the body contains none. */
const checkedForm = (text: string | null | undefined): CheckedForm | undefined =>
  text === undefined ? undefined : { text, faults: text === null ? [] : intakeFormFaults(text) };

const changeTenant = async (
  services: Services,
  context: Context,
  tenantId: string,
  make: (row: TenantRow) => Updateable<TenantTable>,
  form?: CheckedForm,
): Promise<Tenant> => {
  const tenant = await services.gate.write(context, 'Tenants:edit', async (db, change) => {
    const row = await findTenant(db, context, 'Tenants:edit', tenantId, 'lock');
    if (!row) throw notFound('Tenant');
    const columns = make(row);
    const intake = form && (await intakeColumns(db, change, { tenantId, stored: row.intake_wizard_form_data }, form));
    const stored = await db
      .updateTable('tenants')
      .set({
        ...columns,
        ...intake,
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

/**
 * Creates an enabled tenant.
 *
 * @throws 403 without the permission in all tenants, 400 for an invalid form.
 */
export const createTenant = async (services: Services, context: Context, body: TenantCreate): Promise<Tenant> => {
  expectAllTenants(context, 'Tenants:create');
  const form = checkedForm(body.intakeWizardFormData ?? null);
  if (form && form.faults.length > 0) throw invalid({ IntakeWizardFormData: form.faults });
  const tenantId = randomUUID();
  const tenant = await services.gate.write(context, 'Tenants:create', async (db, change) => {
    const firstVersion = 1;
    const row = await db
      .insertInto('tenants')
      .values({
        tenant_id: tenantId,
        enabled: true,
        ...change.created(),
        ...columnsOf(body, []),
        name: body.name,
        ...(form?.text != null && { intake_wizard_form_data: form.text, intake_form_version: firstVersion }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (form?.text != null) await storeVersion(db, change, tenantId, form.text);
    await change.record({ entity: 'Tenant', id: tenantId, tenantId, after: audited(row) });
    return toTenant(row);
  });
  await services.snapshot.refresh();
  return tenant;
};

/**
 * Changes the fields that the body contains.
 *
 * @throws 409 for a stale `modified`.
 */
export const updateTenant = (
  services: Services,
  context: Context,
  tenantId: string,
  body: TenantUpdate,
): Promise<Tenant> => {
  if (body.tenantId && body.tenantId !== tenantId)
    throw invalid({ TenantId: ['The id of a tenant cannot be changed.'] });
  const make = (row: TenantRow) => {
    expectModified(row.modified, body.modified);
    return columnsOf(body, row.work_unit_fields);
  };
  return changeTenant(services, context, tenantId, make, checkedForm(body.intakeWizardFormData));
};

/** Enables or disables a tenant; without `enabled`, toggles its current state. */
export const toggleTenant = (
  services: Services,
  context: Context,
  tenantId: string,
  enabled?: boolean,
): Promise<Tenant> => changeTenant(services, context, tenantId, (row) => ({ enabled: enabled ?? !row.enabled }));
