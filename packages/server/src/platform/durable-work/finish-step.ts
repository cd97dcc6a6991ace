import type { Context } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import type { ClaimedStep } from './claim-steps.ts';
import { crashAt } from './kill-points.ts';
import { maximumAttempts, pauseAfter } from './retry-pause.ts';
import type { StepOutcome } from './step-handler.ts';
import { attemptOutcome, stepState } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** The step was claimed again, or dropped, while its handler ran: what this worker did about it does not count. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

const finalState = { done: stepState.done, failed: stepState.failed } as const;

/**
 * Records an attempt's outcome and its database effects in one transaction, fenced by the lease: a worker that has
 * lost it changes nothing and throws `LeaseLostError`. The effects read the catalogue that all tenants share, too.
 */
export const finishStep = async (
  gate: Gate,
  context: Context,
  step: ClaimedStep,
  outcome: StepOutcome,
): Promise<void> => {
  await gate.write(context, { permission: workScope, shared: true }, async (db, change) => {
    const now = context.clock.now();
    const kind = outcome.kind === 'retry' && step.attempts >= maximumAttempts ? 'failed' : outcome.kind;
    const detail = outcome.kind === 'done' ? null : outcome.reason;
    const update = await db
      .updateTable('work_steps')
      .set(
        kind === 'retry'
          ? { state: stepState.waiting, available: new Date(now.getTime() + pauseAfter(step.attempts)), detail }
          : { state: finalState[kind], finished: now, detail },
      )
      .where('tenant_id', '=', step.tenant_id)
      .where('step_id', '=', step.step_id)
      .where('lease', '=', step.lease)
      .where('finished', 'is', null)
      .executeTakeFirst();
    if (update.numUpdatedRows !== 1n) throw new LeaseLostError(`Step ${step.step_id} has passed to another worker.`);
    await outcome.apply?.(db, change);
    await db
      .updateTable('work_attempts')
      .set({ ended: now, outcome: attemptOutcome[kind], detail })
      .where('tenant_id', '=', step.tenant_id)
      .where('step_id', '=', step.step_id)
      .where('number', '=', step.attempts)
      .execute();
    crashAt('step-before-commit');
  });
  crashAt('step-after-commit');
};
