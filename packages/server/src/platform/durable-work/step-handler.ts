import type { Change } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';

/** What a handler is given to do. */
export interface Step {
  readonly stepId: string;
  readonly tenantId: string;
  readonly eventId: string;
  readonly action: string;
  /** Rises with every step that is recorded; those of one transaction bear it in their order. */
  readonly position: number;
  /** The same on every attempt, so that the world outside can tell a repetition. */
  readonly idempotencyKey: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Whether no further attempt follows when this one asks for a retry. */
  readonly isLastAttempt: boolean;
  readonly input: unknown;
  /** When the event was recorded. */
  readonly created: Date;
  readonly context: Context;
  /** Aborts when the lease is lost, the attempt takes too long, or the worker gives up waiting. */
  readonly signal: AbortSignal;
}

/** Database effects of a step: run in the transaction that finishes it, so exactly once. */
export type Apply = (db: ScopedDatabase, change: Change) => Promise<unknown>;

/**
 * What a handler makes of a step. `retry` waits a growing pause and becomes `failed` after the last attempt; a handler
 * that throws asks for a retry. `apply` runs in each case in the transaction that records the outcome.
 */
export type StepOutcome =
  | { readonly kind: 'done'; readonly apply?: Apply | undefined }
  | { readonly kind: 'retry'; readonly reason: string; readonly apply?: Apply | undefined }
  | { readonly kind: 'failed'; readonly reason: string; readonly apply?: Apply | undefined };

/** Acts on the world outside itself; everything in the database belongs into the outcome's `apply`. */
export type StepHandler<Services> = (step: Step, services: Services) => Promise<StepOutcome>;

/** A timer that fell due. */
export interface Timer {
  readonly tenantId: string;
  readonly key: string;
  /** The moment that it was set for; the difference to the clock is its delay. */
  readonly due: Date;
}

/** Runs in the transaction that holds the timer; answers the next moment, or `undefined` when the timer is over. */
export type TimerHandler<Services> = (
  db: ScopedDatabase,
  change: Change,
  timer: Timer,
  services: Services,
) => Promise<Date | undefined>;
