import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Gate } from '../database/gate.ts';
import { onBehalfOf } from '../tracing/ambient-origin.ts';
import { readTraceParent } from '../tracing/trace-parent.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';
import type { ClaimedStep } from './claim-steps.ts';
import { contextOfStep, finishSteps, LeaseLostError, type HandledStep } from './finish-steps.ts';
import { backoffOf, isLastAttempt, maxLosses } from './backoff.ts';
import type { Apply, RecordingHandler, Step, StepHandler } from './step-handler.ts';

/** Timeout of an attempt. After it the signal aborts, and the lease is no longer renewed. */
export const attemptMilliseconds = 60_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Needs {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly tracing?: Tracing | undefined;
}

/** Starts the span of an attempt, below the span of the event that the step belongs to. */
const startAttempt = (tracing: Tracing | undefined, step: ClaimedStep): Span | undefined =>
  tracing?.start(`step ${step.handler}`, {
    kind: 'consumer',
    parent: readTraceParent(step.trace_parent),
    attributes: {
      'cfs.tenant.id': step.tenant_id,
      'cfs.work.handler': step.handler,
      'cfs.work.step_id': step.step_id,
      'cfs.work.attempt': step.attempts,
    },
  });

const lostTooOften = `${maxLosses} attempts ended before their result was recorded. They may have taken effect.`;

/**
 * Runs the handler of a claimed step. An exception results in a retry. The handler of a step that was lost too often is
 * not run, because it may end this process, too.
 */
export const handleStep = async <Services extends Needs>(
  step: ClaimedStep,
  handler: StepHandler<Services> | RecordingHandler<Services>,
  services: Services,
  signal: AbortSignal,
): Promise<HandledStep> => {
  const span = startAttempt(services.tracing, step);
  const context = contextOfStep(services.clock, step, span?.reference);
  const given: Step = {
    stepId: step.step_id,
    tenantId: step.tenant_id,
    eventId: step.event_id,
    action: step.action,
    position: step.position,
    input: step.input,
    created: step.created,
    context,
    idempotencyKey: step.step_id,
    attempt: step.attempts,
    isLastAttempt: isLastAttempt(step),
    backoffMilliseconds: backoffOf(step),
    signal,
  };
  const recording = typeof handler === 'function' ? undefined : handler;
  const run = typeof handler === 'function' ? handler : handler.run;
  const gaveUp =
    given.isLastAttempt && recording ? (reason: string) => recording.gaveUp(given, reason, services) : undefined;
  try {
    if (step.losses >= maxLosses) throw new Error(lostTooOften);
    const outcome = await (span ? onBehalfOf(context, () => run(given, services)) : run(given, services));
    return { step, outcome, context, gaveUp, span };
  } catch (error) {
    const reason = messageOf(error);
    return { step, outcome: { kind: 'retry', reason, apply: gaveUp?.(reason) }, context, gaveUp, span };
  }
};

/** A step whose outcome was recorded, or the error that prevented it. */
export interface RecordedStep {
  readonly handled: HandledStep;
  readonly error?: unknown;
}

const notRecorded = (cause: string): string =>
  `The result of the last attempt could not be recorded, and it may have taken effect: ${cause}`;

const recordAlone = async (services: Needs, handled: HandledStep): Promise<RecordedStep> => {
  const { gate, clock, tracing } = services;
  const finish = async (each: HandledStep): Promise<RecordedStep> => {
    const held = await finishSteps(gate, clock, [each], tracing);
    if (held.has(each.step.step_id)) return { handled: each };
    return { handled: each, error: new LeaseLostError(`Step ${each.step.step_id} is leased to another worker.`) };
  };
  const { gaveUp, outcome } = handled;
  const failed = (reason: string, apply?: Apply): HandledStep => ({
    ...handled,
    outcome: { kind: 'retry', reason, apply },
  });
  // The effects of the handler cannot be undone: the outcome of a last attempt is tried twice before `gaveUp`.
  const tries: readonly ((cause: string) => HandledStep)[] = [
    () => handled,
    ...(gaveUp
      ? [
          () => handled,
          (cause: string) => {
            const reason = outcome.kind === 'retry' ? cause : notRecorded(cause);
            return failed(reason, gaveUp(reason));
          },
        ]
      : []),
    (cause) => failed(cause),
  ];
  const errors: unknown[] = [];
  for (const next of tries) {
    try {
      return await finish(next(messageOf(errors[0])));
    } catch (error) {
      errors.push(error);
    }
  }
  return { handled, error: errors.at(-1) };
};

/** Records outcomes one by one. If the effects of a step cannot be recorded, its outcome becomes a retry. */
const recordOneByOne = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  const recorded: RecordedStep[] = [];
  for (const each of handled) recorded.push(await recordAlone(services, each));
  return recorded;
};

const recordOfTenant = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  if (handled.length === 1) return recordOneByOne(services, handled);
  try {
    const held = await finishSteps(services.gate, services.clock, handled, services.tracing);
    return handled.map((each) =>
      held.has(each.step.step_id)
        ? { handled: each }
        : { handled: each, error: new LeaseLostError(`Step ${each.step.step_id} is leased to another worker.`) },
    );
  } catch (error) {
    services.log.warn({ err: error, steps: handled.length }, 'a batch of steps failed and is recorded one by one');
    return recordOneByOne(services, handled);
  }
};

/** Maximum concurrent transactions of a batch. */
const maxConcurrentTransactions = 2;

/**
 * Records outcomes with their effects, in one transaction per tenant. If a transaction fails, its steps are recorded
 * one by one, so that only the faulty step fails.
 */
export const recordHandled = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  const groups = [...Map.groupBy(handled, ({ step }) => step.tenant_id).values()];
  const recorded: RecordedStep[] = [];
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift())
      recorded.push(...(await recordOfTenant(services, group)));
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrentTransactions, groups.length) }, work));
  return recorded;
};
