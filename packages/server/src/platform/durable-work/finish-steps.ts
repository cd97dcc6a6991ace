import { sql } from 'kysely';
import type { Change } from '../audit/change.ts';
import { systemContext, type Context } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import { settleAll } from '../database/settle-all.ts';
import { isSampled, type Span, type SpanReference, type Tracing } from '../tracing/tracing.ts';
import type { ClaimedStep } from './claim-steps.ts';
import { insertAttempts } from './insert-attempts.ts';
import { crashAt } from './kill-points.ts';
import { backoffOf, isLastAttempt } from './backoff.ts';
import type { Apply, StepOutcome } from './step-handler.ts';
import { attemptOutcome, stepState } from './step-state.ts';
import { wakeParked } from './wake-parked.ts';
import { workScope } from './work-scope.ts';

/** The step was claimed by another worker or dropped while its handler ran. Its outcome is discarded. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** A step and the outcome of its handler. */
export interface HandledStep {
  readonly step: ClaimedStep;
  readonly outcome: StepOutcome;
  /** The context in which the effects are applied. */
  readonly context: Context;
  /** Replaces the outcome's effects when the last attempt fails; `undefined` for earlier attempts. */
  readonly gaveUp?: ((reason: string) => Apply) | undefined;
  /** The span of the attempt, which ends when its outcome is recorded. */
  readonly span?: Span | undefined;
}

/** The context of a step: the worker in the step's tenant. */
export const contextOfStep = (clock: Clock, step: ClaimedStep, span?: SpanReference): Context =>
  systemContext({ name: 'worker', clock, tenantId: step.tenant_id, traceId: step.trace_id, span });

/** A span for the transaction of several steps: below the first that is traced, linked to the others. */
const startBatch = (tracing: Tracing | undefined, handled: readonly HandledStep[]): Span | undefined => {
  const [parent, ...links] = handled.map(({ context }) => context.span).filter(isSampled);
  if (!tracing || !parent || handled.length === 1) return undefined;
  return tracing.start('record steps', { parent, links, attributes: { 'cfs.work.steps': handled.length } });
};

const finalState = { done: stepState.done, failed: stepState.failed } as const;

/** Replaces characters that PostgreSQL cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

const endOf = ({ step, outcome }: HandledStep, now: Date) => {
  const kind = outcome.kind === 'retry' && isLastAttempt(step) ? 'failed' : outcome.kind;
  const isFinal = kind !== 'retry';
  return {
    tenant: step.tenant_id,
    step: step.step_id,
    lease: step.lease,
    state: isFinal ? finalState[kind] : stepState.pausing,
    holds: step.holds && !isFinal && step.strict,
    finished: isFinal ? now : null,
    available: isFinal ? now : new Date(now.getTime() + backoffOf(step)),
    detail: outcome.kind === 'done' ? null : storable(outcome.reason),
    input: (outcome.kind === 'retry' && outcome.input) || null,
    outcome: attemptOutcome[kind],
  };
};
type End = ReturnType<typeof endOf>;

const endTypes = {
  tenant: 'uuid',
  step: 'uuid',
  lease: 'bigint',
  state: 'smallint',
  holds: 'boolean',
  finished: 'timestamptz',
  available: 'timestamptz',
  detail: 'text',
  input: 'jsonb',
};

const recordEnds = async (db: ScopedDatabase, ends: readonly End[]): Promise<ReadonlySet<string>> => {
  const rows = ends.map(({ outcome: _, ...end }) => end);
  const recorded = await db
    .updateTable('work_steps')
    .from(recordSet('ended', endTypes, rows))
    .set((row) => ({
      state: row.ref('ended.state'),
      holds: row.ref('ended.holds'),
      finished: row.ref('ended.finished'),
      available: row.ref('ended.available'),
      detail: row.ref('ended.detail'),
      input: sql`coalesce(ended.input, work_steps.input)`,
      worker: null,
      started: null,
    }))
    .whereRef('work_steps.tenant_id', '=', 'ended.tenant')
    .whereRef('work_steps.step_id', '=', 'ended.step')
    .whereRef('work_steps.lease', '=', 'ended.lease')
    .where('work_steps.state', '=', stepState.running)
    .returning('work_steps.step_id')
    .execute();
  return new Set(recorded.map((step) => step.step_id));
};

const finishBatch = async (
  db: ScopedDatabase,
  change: Change,
  handled: readonly HandledStep[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const ends = new Map(handled.map((each) => [each.step.step_id, endOf(each, now)]));
  const held = await recordEnds(db, [...ends.values()]);
  const kept = handled.filter(({ step }) => held.has(step.step_id));
  await settleAll([
    wakeParked(
      db,
      kept.flatMap(({ step }) => (step.holds && !ends.get(step.step_id)?.holds ? [step] : [])),
    ),
    insertAttempts(
      db,
      kept.flatMap(({ step }) => {
        const end = ends.get(step.step_id);
        return end ? [{ ...step, number: step.attempts, ended: now, outcome: end.outcome, detail: end.detail }] : [];
      }),
    ),
    ...kept.map(async ({ outcome, context }) => {
      await outcome.apply?.(db, change.as(context));
      crashAt('step-applied');
    }),
  ]);
  return held;
};

/**
 * Records the outcomes of one tenant's steps and applies their database effects in one transaction. Outcomes and
 * effects of steps whose lease is lost are discarded. Returns the ids of the steps that were still leased. The effects
 * may read rows shared by all tenants. While tracing is on, the statements of several steps have a span of their own.
 */
export const finishSteps = async (
  gate: Gate,
  clock: Clock,
  handled: readonly HandledStep[],
  tracing?: Tracing,
): Promise<ReadonlySet<string>> => {
  const [first] = handled;
  if (!first) return new Set();
  const batch = startBatch(tracing, handled);
  const context = batch ? { ...first.context, span: batch.reference } : first.context;
  try {
    const held = await gate.write(context, { permission: workScope, shared: true }, async (db, change) => {
      const kept = await finishBatch(db, change, handled, clock.now());
      crashAt('step-before-commit');
      return kept;
    });
    crashAt('step-after-commit');
    return held;
  } finally {
    batch?.end();
  }
};
