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
  lane: number;
  /** What the lane's capacity of a tenant is shared between, for example an endpoint; empty for none. */
  target: string;
  /** Steps of the same key begin in the order of `position`; null for a step without order. */
  order_key: string | null;
  /** Whether later steps of the order wait for it. */
  holds: boolean;
  /** Whether it holds until it is finished, not merely until it was tried once. */
  strict: boolean;
  position: Generated<number>;
  input: Json;
  trace_id: string;
  state: number;
  attempts: number;
  /** The fencing token: rises with every claim and every drop. */
  lease: number;
  /** Of the running attempt. */
  worker: string | null;
  started: Date | null;
  available: Date;
  created: Date;
  finished: Date | null;
  detail: string | null;
}

/** An attempt that has ended. */
export interface WorkAttemptTable {
  tenant_id: string;
  step_id: string;
  number: number;
  lease: number;
  worker: string;
  started: Date;
  ended: Date;
  outcome: number;
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
