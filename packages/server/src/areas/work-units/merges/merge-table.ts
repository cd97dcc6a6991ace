/** A row of cfs.work_unit_merges: a unit that was merged into another. */
export interface WorkUnitMergeTable {
  tenant_id: string;
  work_unit_id: number;
  target_id: number;
  state_before: number;
  /** The address that this merge, or others, added to the copies of the target; undoing the last of them removes it. */
  copied_address: string | null;
  created: Date;
  created_by: string;
}
