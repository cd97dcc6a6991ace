import type { Context } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import { attemptOutcome, stepState } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** Milliseconds that a worker may take for one attempt; afterwards any worker may claim the step again. */
export const leaseDuration = 60_000;

/** A step that this worker holds until its lease ends. */
export interface ClaimedStep {
  readonly tenant_id: string;
  readonly step_id: string;
  readonly event_id: string;
  readonly action: string;
  readonly handler: string;
  readonly input: unknown;
  readonly trace_id: string;
  readonly attempts: number;
  /** The fencing token: an outcome is recorded only while the step still carries it. */
  readonly lease: number;
  readonly created: Date;
}

const selectClaimable = (db: ScopedDatabase, now: Date, handlers: readonly string[], limit: number) =>
  db
    .selectFrom('work_steps as step')
    .select(['step.tenant_id', 'step.step_id'])
    .where('step.finished', 'is', null)
    .where('step.available', '<=', now)
    .where((row) => row('step.handler', '=', row.fn.any(row.val([...handlers]))))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('work_steps as earlier')
            .select('earlier.step_id')
            .whereRef('earlier.tenant_id', '=', 'step.tenant_id')
            .whereRef('earlier.subject_kind', '=', 'step.subject_kind')
            .whereRef('earlier.subject_id', '=', 'step.subject_id')
            .whereRef('earlier.position', '<', 'step.position')
            .where('earlier.finished', 'is', null),
        ),
      ),
    )
    .orderBy('step.available')
    .orderBy('step.position')
    .limit(limit)
    .forUpdate('step')
    .skipLocked()
    .execute();

/**
 * Takes up to `limit` steps that are available and first among the unfinished ones of their subject. Each claim raises
 * the fencing token and opens an attempt; an attempt left open by a vanished worker is recorded as lost.
 */
export const claimSteps = (
  gate: Gate,
  context: Context,
  claim: { readonly worker: string; readonly handlers: readonly string[]; readonly limit: number },
): Promise<ClaimedStep[]> =>
  gate.write(context, workScope, async (db) => {
    const now = context.clock.now();
    const claimable = await selectClaimable(db, now, claim.handlers, claim.limit);
    if (claimable.length === 0) return [];
    const claimed = await db
      .updateTable('work_steps')
      .from(
        recordSet(
          'claimed',
          { tenant: 'uuid', step: 'uuid' },
          claimable.map((row) => ({ tenant: row.tenant_id, step: row.step_id })),
        ),
      )
      .set((row) => ({
        state: stepState.running,
        attempts: row('attempts', '+', 1),
        lease: row('lease', '+', 1),
        available: new Date(now.getTime() + leaseDuration),
      }))
      .whereRef('tenant_id', '=', 'claimed.tenant')
      .whereRef('step_id', '=', 'claimed.step')
      .returning([
        'tenant_id',
        'step_id',
        'event_id',
        'action',
        'handler',
        'input',
        'trace_id',
        'attempts',
        'lease',
        'created',
      ])
      .execute();
    await db
      .updateTable('work_attempts')
      .from(
        recordSet(
          'claimed',
          { tenant: 'uuid', step: 'uuid' },
          claimable.map((row) => ({ tenant: row.tenant_id, step: row.step_id })),
        ),
      )
      .set({ ended: now, outcome: attemptOutcome.lost })
      .whereRef('tenant_id', '=', 'claimed.tenant')
      .whereRef('step_id', '=', 'claimed.step')
      .where('ended', 'is', null)
      .execute();
    await db
      .insertInto('work_attempts')
      .values(
        claimed.map((step) => ({
          tenant_id: step.tenant_id,
          step_id: step.step_id,
          number: step.attempts,
          lease: step.lease,
          worker: claim.worker,
          started: now,
        })),
      )
      .execute();
    return claimed;
  });
