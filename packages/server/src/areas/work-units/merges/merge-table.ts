/** A row of cfs.work_unit_merges: a unit that was merged into another. */
export interface WorkUnitMergeTable {
  tenant_id: string;
  work_unit_id: number;
  target_id: number;
  state_before: number;
  /** The address that merges added to those copied in on mails of the target; the last of them to be undone removes it. */
  copied_address: string | null;
  created: Date;
  created_by: string;
}
