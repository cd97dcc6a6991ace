/** A row of cfs.work_unit_types, shared by every tenant. */
export interface WorkUnitTypeTable {
  tenant_id: string;
  work_unit_type_id: number;
  name: string;
  is_hidden: boolean;
  default_severity: number | null;
  modified: Date;
  modified_by: string;
}
