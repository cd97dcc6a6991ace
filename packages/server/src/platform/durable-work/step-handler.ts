import type { Change } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';

/** What a handler receives. */
export interface Step {
  readonly stepId: string;
  readonly tenantId: string;
  readonly eventId: string;
  readonly action: string;
  /** Increases with every recorded step, within a transaction in the order of its steps. */
  readonly position: number;
  /** Identical for every attempt, so that external systems can detect duplicates. */
  readonly idempotencyKey: string;
  /** Starts at 1. Lost attempts are numbered, too. */
  readonly attempt: number;
  /** Whether a retry is not possible after this attempt. */
  readonly isLastAttempt: boolean;
  /** Milliseconds before the next attempt if the outcome of this one is `retry`. */
  readonly backoffMilliseconds: number;
  readonly input: unknown;
  /** When the event was recorded. */
  readonly created: Date;
  readonly context: Context;
  /** Aborts when the lease is lost, the attempt times out, or the worker stops without waiting any longer. */
  readonly signal: AbortSignal;
}

/** The database effects of a step. They run in the transaction that finishes it, therefore exactly once. */
export type Apply = (db: ScopedDatabase, change: Change) => Promise<unknown>;

/**
 * The outcome of an attempt. `retry` waits with backoff and becomes `failed` after the last attempt; an exception
 * counts as `retry`. `apply` runs for every outcome, in the transaction that records it. `input` replaces
 * the step's input for the next attempt.
 */
export type StepOutcome =
  | { readonly kind: 'done'; readonly apply?: Apply | undefined }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly apply?: Apply | undefined;
      readonly input?: object | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly apply?: Apply | undefined };

/** Performs effects outside the database; effects in the database belong in the outcome's `apply`. */
export type StepHandler<Services> = (step: Step, services: Services) => Promise<StepOutcome>;

/** A handler that records its final failure, also if the last attempt has no outcome or too many were lost. */
export interface RecordingHandler<Services> {
  readonly run: StepHandler<Services>;
  /**
   * The database effects of a last attempt that threw, or whose outcome could not be recorded, and of a step that is
   * given up without another attempt because too many were lost. They run in the transaction that records the failure.
   */
  readonly gaveUp: (step: Step, reason: string, services: Services) => Apply;
}

/** The handlers of an area by name. */
export type StepHandlers<Services> = Readonly<Record<string, StepHandler<Services> | RecordingHandler<Services>>>;

/** A timer that is due. */
export interface Timer {
  readonly tenantId: string;
  readonly key: string;
  /** The time for which the timer was set. The difference to the clock is the delay. */
  readonly due: Date;
}

/** Runs in the transaction that locks the timer. Returns the next due time, or `undefined` to delete the timer. */
export type TimerHandler<Services> = (
  db: ScopedDatabase,
  change: Change,
  timer: Timer,
  services: Services,
) => Promise<Date | undefined>;
