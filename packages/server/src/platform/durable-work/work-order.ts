import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';

/** One thing to do after a change; its name is unique within the event. */
export interface StepOrder {
  readonly action: string;
  /** Steps of an event run by rising sequence, equal ones in the order given. */
  readonly sequence: number;
  /** Name under which an area has registered the handler. */
  readonly handler: string;
  /** Travels as JSON, nothing as `{}`; never a secret. */
  readonly input: unknown;
}

/** What a change asks to be done after it is committed, once, in order. */
export interface WorkOrder {
  readonly tenantId: string;
  /** Steps of one subject run one after the other, in the order in which they were recorded. */
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
   * Finishes as dropped every unfinished step in the scope whose subject is of the kind and whose id begins with the
   * prefix; a worker that runs one of them loses its lease.
   */
  drop(
    db: ScopedDatabase,
    context: Context,
    dropped: { readonly kind: string; readonly idPrefix: string; readonly reason: string },
  ): Promise<void>;
}
