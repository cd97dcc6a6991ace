import { assignmentGroupsOf, type Tenant, type TenantDetails } from '@cfs/contracts/tenants';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { findTenant } from './find-tenant.ts';
import { toTenant, toTenantDetails } from './tenant-wire.ts';

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
