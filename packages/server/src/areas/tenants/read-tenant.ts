import { intakeFormsListed, type IntakeFormVersion } from '@cfs/contracts/intake-forms';
import { assignmentGroupsOf, type Tenant, type TenantDetails } from '@cfs/contracts/tenants';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { findIntakeFormVersion } from './find-intake-form.ts';
import { findTenant } from './find-tenant.ts';
import { toTenant, toTenantDetails } from './tenant-wire.ts';

/** Permissions to read the details that the work unit form needs; either one is sufficient. */
export const tenantDetailsPermissions = ['Tenants:view', 'WorkUnits:view'] as const;

/** Returns all details of a tenant to callers who may view tenants, otherwise those that the work unit form needs. */
export const readTenant = (services: Services, context: Context, tenantId: string): Promise<Tenant | TenantDetails> =>
  services.gate.read(context, tenantDetailsPermissions, async (db) => {
    const whole = await findTenant(db, context, 'Tenants:view', tenantId);
    if (whole) return toTenant(whole);
    const row = await findTenant(db, context, tenantDetailsPermissions, tenantId);
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

/** The versions of the tenant's intake form, newest first. */
export const readIntakeForms = (services: Services, context: Context, tenantId: string): Promise<IntakeFormVersion[]> =>
  services.gate.read(context, 'Tenants:view', async (db) => {
    const row = await findTenant(db, context, 'Tenants:view', tenantId);
    if (!row) throw notFound('Tenant');
    const versions = await db
      .selectFrom('intake_forms')
      .select(['version', 'created', 'created_by'])
      .where('tenant_id', '=', tenantId)
      .orderBy('version', 'desc')
      .limit(intakeFormsListed)
      .execute();
    return versions.map(({ version, created, created_by }) => ({
      version,
      created: created.toISOString(),
      createdBy: created_by,
      isCurrent: version === row.intake_form_version,
    }));
  });

/** A version of the tenant's intake form, as the stored JSON text. */
export const readIntakeFormVersion = (
  services: Services,
  context: Context,
  tenantId: string,
  version: number,
): Promise<string> =>
  services.gate.read(context, 'Tenants:view', async (db) => {
    const row = await findTenant(db, context, 'Tenants:view', tenantId);
    const found = row && (await findIntakeFormVersion(db, tenantId, version));
    if (!found) throw notFound('Intake schema');
    return found.text;
  });

/**
 * The tenant's intake form, as the stored JSON text.
 *
 * @throws 404 if there is none.
 */
export const readIntakeSchema = (services: Services, context: Context, tenantId: string): Promise<string> =>
  services.gate.read(context, ['WorkUnits:create', 'Tenants:view'], async (db) => {
    const row = await findTenant(db, context, ['WorkUnits:create', 'Tenants:view'], tenantId);
    if (row?.intake_wizard_form_data == null) throw notFound('Intake schema');
    return row.intake_wizard_form_data;
  });
