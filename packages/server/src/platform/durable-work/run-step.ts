import { systemContext, type Context } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import type { Clock } from '../clock.ts';
import { leaseDuration, type ClaimedStep } from './claim-steps.ts';
import { finishStep, LeaseLostError } from './finish-step.ts';
import { maximumAttempts } from './retry-pause.ts';
import type { StepHandler, StepOutcome } from './step-handler.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const attempt = async <Services>(
  step: ClaimedStep,
  context: Context,
  handler: StepHandler<Services>,
  services: Services,
  stopping: AbortSignal,
): Promise<StepOutcome> => {
  const { step_id: stepId, tenant_id: tenantId, event_id: eventId, action, input, created } = step;
  try {
    return await handler(
      {
        stepId,
        tenantId,
        eventId,
        action,
        input,
        created,
        context,
        idempotencyKey: stepId,
        attempt: step.attempts,
        isLastAttempt: step.attempts >= maximumAttempts,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(leaseDuration)]),
      },
      services,
    );
  } catch (error) {
    return { kind: 'retry', reason: messageOf(error) };
  }
};

/**
 * Runs a claimed step and records what came of it. Effects that cannot be recorded count as an attempt that asks for
 * a retry; a lost lease is thrown.
 */
export const runStep = async <Services extends { readonly gate: Gate; readonly clock: Clock }>(
  step: ClaimedStep,
  handler: StepHandler<Services>,
  services: Services,
  stopping: AbortSignal,
): Promise<StepOutcome> => {
  const context = systemContext({
    name: 'worker',
    clock: services.clock,
    tenantId: step.tenant_id,
    traceId: step.trace_id,
  });
  const outcome = await attempt(step, context, handler, services, stopping);
  try {
    await finishStep(services.gate, context, step, outcome);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const again: StepOutcome = { kind: 'retry', reason: messageOf(error) };
    await finishStep(services.gate, context, step, again);
    return again;
  }
};
