import type { ColumnType } from 'kysely';

/** Insert-only. */
type Once<Value> = ColumnType<Value, Value, never>;

export interface AuditRecordTable {
  tenant_id: Once<string>;
  audit_id: Once<string>;
  recorded: Once<Date>;
  actor_kind: Once<string>;
  actor_id: Once<string | null>;
  actor_name: Once<string>;
  route: Once<string | null>;
  trace_id: Once<string>;
  address: Once<string | null>;
  entity: Once<string>;
  entity_id: Once<string>;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  /** Computed with the record under a key that is not in the database. */
  proof: Once<string>;
}

export interface AuditUnsealedTable {
  tenant_id: string;
  audit_id: string;
  recorded: Date;
}

export interface AuditSealTable {
  tenant_id: Once<string>;
  /** From 1, without gaps within a tenant. */
  sequence: Once<number>;
  audit_id: Once<string>;
  previous_hash: Once<string>;
  hash: Once<string>;
  sealed: Once<Date>;
  key_id: Once<string>;
  record_hash: Once<string>;
}

export interface AuditHeadTable {
  tenant_id: string;
  sequence: number;
  hash: string;
  changed: Date;
  key_id: string;
  mac: string;
}

export interface AuditRosterTable {
  tenant_id: string;
  tenant_ids: string[];
  key_id: string;
  mac: string;
}
