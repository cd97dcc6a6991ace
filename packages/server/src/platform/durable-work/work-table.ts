import type { ColumnType, Generated } from 'kysely';

/** JSON is written as text and read as a value. */
type Json = ColumnType<unknown, string, string>;

export interface WorkEventTable {
  tenant_id: string;
  event_id: string;
  kind: string;
  subject_kind: string;
  subject_id: string;
  payload: Json;
  trace_id: string;
  /** The span that recorded the event, as a W3C `traceparent`. */
  trace_parent: string | null;
  created: Date;
}

export interface WorkStepTable {
  tenant_id: string;
  step_id: string;
  event_id: string;
  action: string;
  handler: string;
  lane: number;
  /** Divides a tenant's capacity of the lane, for example by endpoint; empty if it is not divided. */
  target: string;
  /** Steps with the same key start in the order of `position`; null for a step without order. */
  order_key: string | null;
  /** Whether later steps of the order wait for this one. */
  holds: boolean;
  /** Whether they wait until it is finished, not only until its first attempt. */
  strict: boolean;
  position: Generated<number>;
  input: Json;
  trace_id: string;
  trace_parent: string | null;
  state: number;
  /** Claims, except those that were released. */
  attempts: number;
  /** Attempts that were lost. */
  losses: number;
  /** The fencing token: incremented by every claim and every drop. */
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
