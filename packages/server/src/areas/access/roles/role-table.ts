/** A row of cfs.roles; those of the System tenant can be granted in every tenant. */
export interface RoleTable {
  tenant_id: string;
  role_id: string;
  role_name: string;
  built_in: boolean;
  /** Without their prefix. */
  permissions: readonly string[];
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
