import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { Lane } from './step-state.ts';

/** One thing to do after a change; its name is unique within the event. */
export interface StepOrder {
  readonly action: string;
  /** Steps of an event are recorded by rising sequence, equal ones in the order given. */
  readonly sequence: number;
  /** `local`, unless told otherwise, is for effects in the database alone. */
  readonly lane?: Lane;
  /** Shares the lane's capacity of a tenant, for example an endpoint: one that stalls does not take all of it. */
  readonly target?: string;
  /**
   * Until when later steps of the subject wait for this one: until it is finished, unless told otherwise, or until it
   * was tried once. `never` is for a step without order: nothing waits for it, and it waits for nothing. Local steps
   * wait for local ones alone.
   */
  readonly holdsUntil?: 'finished' | 'tried' | 'never';
  /** Name under which an area has registered the handler. */
  readonly handler: string;
  /** Travels as JSON, nothing as `{}`; never a secret. */
  readonly input: unknown;
}

/** What a change asks to be done after it is committed, once. */
export interface WorkOrder {
  readonly tenantId: string;
  /** Steps of one subject begin in the order in which they were recorded, as far as `holdsUntil` says. */
  readonly subject: { readonly kind: string; readonly id: string };
  /** What happened, for example `WorkUnitEvent`. */
  readonly kind: string;
  readonly payload: unknown;
  readonly steps: readonly StepOrder[];
}

/** A moment at which something has to be looked at; (tenant, kind, key) names it. */
export interface TimerOrder {
  readonly tenantId: string;
  /** Name under which an area has registered the handler. */
  readonly kind: string;
  readonly key: string;
  readonly due: Date;
}

/** Where changes leave their work: everything is written in the transaction of the change, or not at all. */
export interface Work {
  record(db: ScopedDatabase, context: Context, order: WorkOrder): Promise<void>;
  /** Many orders in two statements. */
  recordAll(db: ScopedDatabase, context: Context, orders: readonly WorkOrder[]): Promise<void>;
  /** Sets timers; one that exists already is moved to the new moment. */
  schedule(db: ScopedDatabase, timers: readonly TimerOrder[]): Promise<void>;
  /**
   * Finishes as dropped every unfinished step with an order in the scope whose subject is of the kind and whose id begins
   * with the prefix; a worker that runs one of them loses its lease.
   */
  drop(
    db: ScopedDatabase,
    context: Context,
    dropped: { readonly kind: string; readonly idPrefix: string; readonly reason: string },
  ): Promise<void>;
}
