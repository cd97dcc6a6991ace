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
