export interface PacketHistoryTable {
  tenant_id: string;
  entity_id: string;
  timestamp: Date;
  received_at: Date;
  value: string | null;
  /** Inserted as JSON text, read as the parsed message. */
  message: unknown;
}

export interface PacketsLatestTable {
  tenant_id: string;
  entity_id: string;
  timestamp: Date;
  received_at: Date;
  value: string | null;
  cpu_percent: number | null;
  memory_percent: number | null;
}

export interface AgentSpoolTable {
  tenant_id: string;
  device_id: string;
  /** The server's time less the agent's, when the last batch came. */
  clock_offset_ms: number;
  sequence: number;
  /** Time of the oldest packet that the agent had not sent yet; null once its spool is drained. */
  oldest_unsent: Date | null;
  seen: Date;
}

export interface EntityLogTable {
  tenant_id: string;
  entity_id: string;
  log_entry_id: string;
  created: Date;
  entry_type: string;
  detail: string;
}
