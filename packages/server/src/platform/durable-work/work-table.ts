import type { ColumnType, Generated } from 'kysely';

/** JSON goes in as text and comes out as a value. */
type Json = ColumnType<unknown, string, string>;

export interface WorkEventTable {
  tenant_id: string;
  event_id: string;
  kind: string;
  subject_kind: string;
  subject_id: string;
  payload: Json;
  trace_id: string;
  created: Date;
}

export interface WorkStepTable {
  tenant_id: string;
  step_id: string;
  event_id: string;
  action: string;
  handler: string;
  subject_kind: string;
  subject_id: string;
  /** The order of steps within their subject. */
  position: Generated<number>;
  input: Json;
  trace_id: string;
  state: number;
  attempts: number;
  /** The fencing token: rises with every claim and every drop. */
  lease: number;
  available: Date;
  created: Date;
  finished: Date | null;
  detail: string | null;
}

export interface WorkAttemptTable {
  tenant_id: string;
  step_id: string;
  number: number;
  lease: number;
  worker: string;
  started: Date;
  ended: Date | null;
  outcome: number | null;
  detail: string | null;
}

export interface WorkTimerTable {
  tenant_id: string;
  kind: string;
  key: string;
  due: Date;
  failures: number;
  detail: string | null;
}
