/** A row of cfs.protocols; it belongs to the System tenant if every tenant shares it. */
export interface ProtocolTable {
  tenant_id: string;
  protocol_id: string;
  name: string;
  description: string | null;
  timer_seconds: number;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
