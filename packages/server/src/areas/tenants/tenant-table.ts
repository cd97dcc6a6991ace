import type { CustomFieldDefinition } from '@cfs/contracts/tenants';
import type { ColumnType } from 'kysely';

/** A row of cfs.tenants. */
export interface TenantTable {
  tenant_id: string;
  name: string;
  enabled: boolean;
  internal_notification_email_address: string | null;
  assignment_groups: string | null;
  agent_download_url: string | null;
  /** By slot: the first entry defines customValue1. Written as JSON text. */
  work_unit_fields: ColumnType<readonly (CustomFieldDefinition | null)[], string, string>;
  intake_wizard_form_data: string | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
