import type { Generated } from 'kysely';

/** `history/stored-content.ts` converts the contents of the columns. */
export interface PacketHistoryTable {
  tenant_id: string;
  series: number;
  delay: number;
  timestamp: Date;
  number: number | null;
  text: string | null;
  message: string | null;
}

export interface PacketsLatestTable {
  tenant_id: string;
  entity_id: string;
  series: Generated<number>;
  timestamp: Date;
  received_at: Date;
  value: string | null;
  cpu_percent: number | null;
  memory_percent: number | null;
  /** The device that sends the packets of the entity. */
  device_id: string | null;
}

export interface PacketEntityCountTable {
  tenant_id: string;
  count: number;
}

/** A change of text within an hour: milliseconds from its start, and the text, `null` for a number. */
export type HourState = readonly [offset: number, text: string | null];

export interface PacketHourTable {
  tenant_id: string;
  entity_id: string;
  hour: Date;
  packet_count: number;
  number_count: number;
  minimum: number | null;
  maximum: number | null;
  average: number | null;
  states: readonly HourState[] | null;
}

export interface StalePacketHourTable {
  tenant_id: string;
  entity_id: string;
  hour: Date;
  marked: Date;
}

export interface PacketHoursProgressTable {
  tenant_id: string;
  through: Date;
  cursor_tenant: string;
  cursor_entity: string;
}

export interface AgentSpoolTable {
  tenant_id: string;
  device_id: string;
  /** The server's time minus the agent's when the last batch arrived. */
  clock_offset_ms: number;
  sequence: number;
  /** Time of the oldest packet that the agent had not sent yet; null once its spool is drained. */
  oldest_unsent: Date | null;
  seen: Date;
  /** When the device reported last before the last long break; null if there was none. */
  away_since: Date | null;
  /**
   * When the report that ended this break arrived, or the first report if there was none; null until the second report.
   */
  returned: Date | null;
}

/** One row, of the System tenant. */
export interface PacketIntakeTable {
  tenant_id: string;
  /** When a process last took packets. */
  seen: Date;
  /** When packets were last taken before the last outage; null before the first outage. */
  away_since: Date | null;
  /** When the end of that outage was found. */
  returned: Date | null;
}

export interface EntityLogTable {
  tenant_id: string;
  entity_id: string;
  log_entry_id: string;
  created: Date;
  entry_type: string;
  detail: string;
}
