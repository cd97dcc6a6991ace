import { byName } from '@cfs/contracts/by-name';
import {
  workUnitFieldNames,
  type CustomFieldDefinition,
  type Tenant,
  type TenantDetails,
  type WorkUnitFieldName,
} from '@cfs/contracts/tenants';
import type { Selectable } from 'kysely';
import type { TenantTable } from './tenant-table.ts';

export type TenantRow = Selectable<TenantTable>;

const definitionsOf = (row: TenantRow): Record<WorkUnitFieldName, string | null> =>
  byName(workUnitFieldNames, (_, slot) => {
    const definition = row.work_unit_fields[slot];
    return definition ? JSON.stringify(definition) : null;
  });

/** The details of a tenant that the work unit form needs. */
export const toTenantDetails = (row: TenantRow): TenantDetails => ({
  tenantId: row.tenant_id,
  name: row.name,
  assignmentGroups: row.assignment_groups,
  ...definitionsOf(row),
});

/** Maps a row to its JSON form for callers who may view tenants. */
export const toTenant = (row: TenantRow): Tenant => ({
  ...toTenantDetails(row),
  internalNotificationEmailAddress: row.internal_notification_email_address,
  agentDownloadUrl: row.agent_download_url,
  enabled: row.enabled,
  hasIntakeForm: row.intake_wizard_form_data !== null,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});

/** Merges new definitions into the stored ones; slots that are not given remain unchanged. */
export const mergeDefinitions = (
  stored: readonly (CustomFieldDefinition | null)[],
  given: Partial<Record<WorkUnitFieldName, string | null | undefined>>,
): string =>
  JSON.stringify(
    workUnitFieldNames.map((name, slot) => {
      const text = given[name];
      if (text === undefined) return stored[slot] ?? null;
      return text === null ? null : (JSON.parse(text) as CustomFieldDefinition);
    }),
  );
