import type { Clock } from '../clock.ts';
import type { Gate } from '../database/gate.ts';
import type { ClaimedStep } from './claim-steps.ts';
import { contextOfStep, finishSteps, LeaseLostError, type HandledStep } from './finish-steps.ts';
import { maximumAttempts } from './retry-pause.ts';
import type { StepHandler } from './step-handler.ts';

/** Milliseconds that an attempt may take; afterwards its signal aborts and its lease is not renewed. */
export const attemptMilliseconds = 60_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Needs {
  readonly gate: Gate;
  readonly clock: Clock;
}

/** Runs the handler of a claimed step; one that throws asks for a retry. */
export const handleStep = async <Services extends Needs>(
  step: ClaimedStep,
  handler: StepHandler<Services>,
  services: Services,
  signal: AbortSignal,
): Promise<HandledStep> => {
  const context = contextOfStep(services.clock, step);
  try {
    const outcome = await handler(
      {
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
        isLastAttempt: step.attempts >= maximumAttempts,
        signal,
      },
      services,
    );
    return { step, outcome, context };
  } catch (error) {
    return { step, outcome: { kind: 'retry', reason: messageOf(error) }, context };
  }
};

/** What became of a step: its outcome as it was recorded, or why it was not. */
export interface RecordedStep {
  readonly handled: HandledStep;
  readonly error?: unknown;
}

const recordAlone = async (services: Needs, handled: HandledStep): Promise<RecordedStep> => {
  const { gate, clock } = services;
  const finish = async (each: HandledStep): Promise<RecordedStep> => {
    const held = await finishSteps(gate, clock, [each]);
    if (held.has(each.step.step_id)) return { handled: each };
    return { handled: each, error: new LeaseLostError(`Step ${each.step.step_id} has passed to another worker.`) };
  };
  try {
    return await finish(handled);
  } catch (error) {
    try {
      return await finish({ ...handled, outcome: { kind: 'retry', reason: messageOf(error) } });
    } catch (unrecorded) {
      return { handled, error: unrecorded };
    }
  }
};

/** Records one after the other; effects that cannot be recorded count as an attempt that asks for a retry. */
const recordOneByOne = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  const recorded: RecordedStep[] = [];
  for (const each of handled) recorded.push(await recordAlone(services, each));
  return recorded;
};

const recordOfTenant = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  if (handled.length === 1) return recordOneByOne(services, handled);
  try {
    const held = await finishSteps(services.gate, services.clock, handled);
    return handled.map((each) =>
      held.has(each.step.step_id)
        ? { handled: each }
        : { handled: each, error: new LeaseLostError(`Step ${each.step.step_id} has passed to another worker.`) },
    );
  } catch {
    return recordOneByOne(services, handled);
  }
};

/** Transactions that one batch has under way at once. */
const transactionsAtOnce = 2;

/**
 * Records outcomes with their effects, in one transaction for each tenant; if one fails, its steps are recorded one by
 * one, so that a poisoned step fails alone.
 */
export const recordHandled = async (services: Needs, handled: readonly HandledStep[]): Promise<RecordedStep[]> => {
  const groups = [...Map.groupBy(handled, ({ step }) => step.tenant_id).values()];
  const recorded: RecordedStep[] = [];
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift())
      recorded.push(...(await recordOfTenant(services, group)));
  };
  await Promise.all(Array.from({ length: Math.min(transactionsAtOnce, groups.length) }, work));
  return recorded;
};
