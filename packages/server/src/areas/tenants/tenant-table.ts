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
  /** The version of that form in cfs.intake_forms. */
  intake_form_version: number | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** A row of cfs.intake_forms. Never changed. */
export interface IntakeFormTable {
  tenant_id: string;
  /** Starts at 1 in each tenant. */
  version: number;
  /** JSON text. */
  form: string;
  created: Date;
  created_by: string;
}
