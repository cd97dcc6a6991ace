import type { Generated } from 'kysely';

/** A row of cfs.grants; those of the System tenant hold in every tenant. */
export interface GrantTable {
  tenant_id: string;
  grant_id: string;
  user_id: string | null;
  group_name: string | null;
  role_name: string;
  /** The mail of the person or the name of the group, written by the database. */
  holder: Generated<string>;
  created: Date;
  created_by: string;
}
