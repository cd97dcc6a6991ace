import { workUnitFieldNames } from '@cfs/contracts/tenants';
import { defineEntity, type Property } from '../../platform/odata/entity.ts';

const customFields: Record<string, Property> = Object.fromEntries(
  workUnitFieldNames.map((name, slot) => [
    name,
    {
      type: 'json',
      nullable: true,
      filter: false,
      sort: false,
      sql: (alias) => `(${alias}.work_unit_fields ->> ${slot})`,
    },
  ]),
);

/** Tenants that the caller may see. Other entities expose only the id and the name, through `tenantEdge`. */
export const tenantEntity = defineEntity({
  name: 'Tenant',
  description: 'A customer whose data is kept apart from all others.',
  set: 'tenants',
  table: 'tenants',
  key: 'tenantId',
  keyColumn: 'tenant_id',
  permission: 'Tenants:view',
  reach: 'visible',
  properties: {
    tenantId: { type: 'guid', sql: 'tenant_id', sort: { oneTenant: 'tenants_pkey', allTenants: 'tenants_pkey' } },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'tenants_name', allTenants: 'tenants_name' },
    },
    internalNotificationEmailAddress: { type: 'string', sql: 'internal_notification_email_address', nullable: true },
    agentDownloadUrl: { type: 'string', sql: 'agent_download_url', nullable: true, sort: false },
    enabled: { type: 'boolean', sql: 'enabled' },
    hasIntakeForm: {
      type: 'boolean',
      description: 'Whether it stores an intake form, which is read by a separate call.',
      sql: (alias) => `(${alias}.intake_wizard_form_data is not null)`,
      sort: false,
    },
    assignmentGroups: { type: 'string', sql: 'assignment_groups', nullable: true },
    ...customFields,
    created: { type: 'dateTimeOffset', sql: 'created' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: {},
  where: (alias) => `${alias}.tenant_id <> '00000000-0000-0000-0000-000000000001'`,
});
