/** A row of cfs.protocol_actions; of the tenant of its protocol. */
export interface ProtocolActionTable {
  tenant_id: string;
  protocol_action_id: string;
  protocol_id: string;
  action_definition_id: string;
  event: number;
  /** JSON text: values by parameter name. */
  parameters: string;
  sequence: number;
  summary: string | null;
  run_automatically: boolean;
  repeatable: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** Standings of a run, as cfs.manual_action_runs stores them. */
export const runStandings = { running: 1, succeeded: 2, failed: 3, rejected: 4 } as const;

/** A row of cfs.manual_action_runs: somebody ran or rejected a manual action of a unit. */
export interface ManualActionRunTable {
  tenant_id: string;
  run_id: string;
  work_unit_id: number;
  protocol_action_id: string;
  /** The delivery; null for a reject. */
  message_id: string | null;
  /** The record that it left in the unit's history. */
  history_id: number;
  standing: number;
  result_detail: string | null;
  created: Date;
  created_by: string;
}
