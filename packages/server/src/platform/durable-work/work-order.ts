import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { Origin } from '../tracing/tracing.ts';
import type { Lane } from './step-state.ts';

/** One thing to do after a change. The name of the action is unique within the event. */
export interface StepOrder {
  readonly action: string;
  /** Steps of an event are recorded in ascending sequence, equal ones in the given order. */
  readonly sequence: number;
  /** `local` (the default) is for effects in the database only. */
  readonly lane?: Lane;
  /**
   * Limits the share of a tenant's capacity, for example per endpoint, so that a stalled endpoint does not use all of
   * it.
   */
  readonly target?: string;
  /**
   * How long later steps of the subject wait for this one: until it is finished (the default), or until its first
   * attempt. A step with `never` has no order: no step waits for it, and it waits for none. Local steps wait only for
   * local steps.
   */
  readonly holdsUntil?: 'finished' | 'tried' | 'never';
  /** The name under which an area has registered the handler. */
  readonly handler: string;
  /** Stored as JSON, `{}` if omitted; must not contain secrets. */
  readonly input: unknown;
}

/** What a change requests to be done once after its commit. */
export interface WorkOrder {
  readonly tenantId: string;
  /** Steps of one subject start in the order in which they were recorded, as far as `holdsUntil` requires it. */
  readonly subject: { readonly kind: string; readonly id: string };
  /** What happened, for example `WorkUnitEvent`. */
  readonly kind: string;
  readonly payload: unknown;
  readonly steps: readonly StepOrder[];
  /** What caused it, if that is not the context that records it. */
  readonly origin?: Origin | undefined;
}

/** A due time, identified by tenant, kind and key. */
export interface TimerOrder {
  readonly tenantId: string;
  /** The name under which an area has registered the handler. */
  readonly kind: string;
  readonly key: string;
  readonly due: Date;
}

/** Records work in the transaction of a change, so that both are committed or neither is. */
export interface Work {
  record(db: ScopedDatabase, context: Context, order: WorkOrder): Promise<void>;
  /** Records many orders in two statements. */
  recordAll(db: ScopedDatabase, context: Context, orders: readonly WorkOrder[]): Promise<void>;
  /** Sets timers. An existing timer is moved to the new time; of duplicates the last one is used. */
  schedule(db: ScopedDatabase, timers: readonly TimerOrder[]): Promise<void>;
  /**
   * Drops the unfinished ordered steps, within the scope, whose subject has the kind and an id that starts with the
   * prefix. A worker that runs one of them loses its lease.
   */
  drop(
    db: ScopedDatabase,
    context: Context,
    dropped: { readonly kind: string; readonly idPrefix: string; readonly reason: string },
  ): Promise<void>;
}
