/** Statuses of a run, as cfs.manual_action_runs stores them. */
export const runStatuses = { running: 1, succeeded: 2, failed: 3, rejected: 4 } as const;

/** A row of cfs.manual_action_runs: a run or a rejection of a manual action of a unit. */
export interface ManualActionRunTable {
  tenant_id: string;
  run_id: string;
  work_unit_id: number;
  protocol_action_id: string;
  /** The id of the delivery; null for a rejection. */
  message_id: string | null;
  /** The id of its record in the unit's history. */
  history_id: number;
  status: number;
  result_detail: string | null;
  created: Date;
  created_by: string;
}
