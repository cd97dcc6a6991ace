import type { Generated } from 'kysely';

export interface ActionDefinitionTable {
  /** The System tenant for built-in actions and those of all tenants. */
  tenant_id: string;
  action_definition_id: string;
  name: string;
  description: string | null;
  action_definition_type_id: number;
  input_parameters: string;
  endpoint_url: string | null;
  http_method: string | null;
  headers: string | null;
  body: string | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

export interface ActionHistoryTable {
  tenant_id: string;
  action_history_id: string;
  action_definition_id: string;
  action_processed: Date;
  result_status_id: number;
  /** JSON text. */
  input_parameters: string;
  result_detail: string | null;
  correlation_id: string | null;
  reference_id: string | null;
  message_id: string;
  protocol_action_id: string | null;
  /** Counts from 1; 0 records that the delivery was queued. */
  attempt: Generated<number>;
  /** JSON text of a `RecordedRequest`. */
  request: string | null;
  response_status: number | null;
  duration_milliseconds: number | null;
  next_attempt: Date | null;
}
