import type { Context } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import { settleAll } from '../database/settle-all.ts';
import { pauseAfterLoss } from './backoff.ts';
import { leaseMilliseconds, type ClaimedStep } from './claim-steps.ts';
import { insertAttempts } from './insert-attempts.ts';
import { attemptOutcome, stepState } from './step-state.ts';
import { wakeParked } from './wake-parked.ts';
import { workScope } from './work-scope.ts';

type Held = Pick<ClaimedStep, 'tenant_id' | 'step_id' | 'lease'>;

const heldSet = (steps: readonly Held[]) =>
  recordSet(
    'held',
    { tenant: 'uuid', step: 'uuid', lease: 'bigint' },
    steps.map((step) => ({ tenant: step.tenant_id, step: step.step_id, lease: step.lease })),
  );

/** Maximum steps returned by one statement. */
const maxReturnedSteps = 500;

/** Reads and locks steps whose pause is over or whose lease has expired. */
const lockDueSteps = (db: ScopedDatabase, now: Date) =>
  db
    .selectFrom('work_steps')
    .select(['tenant_id', 'step_id', 'order_key', 'holds', 'strict', 'state'])
    .select(['attempts', 'losses', 'lease', 'worker', 'started', 'available'])
    .where('state', 'in', [stepState.running, stepState.pausing, stepState.parked])
    .where('available', '<=', now)
    .orderBy('available')
    .limit(maxReturnedSteps)
    .forUpdate()
    .skipLocked()
    .execute();
type DueStep = Awaited<ReturnType<typeof lockDueSteps>>[number];

const returnedTypes = {
  tenant: 'uuid',
  step: 'uuid',
  state: 'smallint',
  holds: 'boolean',
  losses: 'integer',
  available: 'timestamptz',
};

/** A lost step that pauses has been tried: like a failed one, it holds back later steps only if it is strict. */
const returnedOf = (due: DueStep, now: Date) => {
  const isLost = due.state === stepState.running;
  const losses = due.losses + (isLost ? 1 : 0);
  const pause = isLost ? pauseAfterLoss(losses, due.step_id) : 0;
  return {
    tenant: due.tenant_id,
    step: due.step_id,
    state: pause > 0 ? stepState.pausing : stepState.waiting,
    holds: due.holds && (pause === 0 || due.strict),
    losses,
    available: pause > 0 ? new Date(now.getTime() + pause) : due.available,
  };
};

/**
 * Returns steps whose pause is over or whose lease has expired to their queues. An attempt with an expired lease is
 * recorded as lost; after the second and each further loss the step pauses first. Returns the number of steps.
 */
export const returnDueSteps = (gate: Gate, context: Context): Promise<number> =>
  gate.write(context, workScope, async (db) => {
    const now = context.clock.now();
    const due = await lockDueSteps(db, now);
    if (due.length === 0) return 0;
    const returned = due.map((step) => returnedOf(step, now));
    await db
      .updateTable('work_steps')
      .from(recordSet('returned', returnedTypes, returned))
      .set((row) => ({
        state: row.ref('returned.state'),
        holds: row.ref('returned.holds'),
        losses: row.ref('returned.losses'),
        available: row.ref('returned.available'),
        worker: null,
        started: null,
      }))
      .whereRef('work_steps.tenant_id', '=', 'returned.tenant')
      .whereRef('work_steps.step_id', '=', 'returned.step')
      .execute();
    await settleAll([
      wakeParked(
        db,
        due.filter((step, index) => step.holds && !returned[index]?.holds),
      ),
      insertAttempts(
        db,
        due
          .filter((step) => step.state === stepState.running)
          .map((step) => ({ ...step, number: step.attempts, ended: now, outcome: attemptOutcome.lost, detail: null })),
      ),
    ]);
    return due.length;
  });

/** Renews leases in one statement. Returns the ids of the steps whose lease is lost. */
export const renewLeases = (gate: Gate, context: Context, steps: readonly Held[]): Promise<ReadonlySet<string>> =>
  gate.write(context, workScope, async (db) => {
    if (steps.length === 0) return new Set<string>();
    const renewed = await db
      .updateTable('work_steps as step')
      .from((from) =>
        from
          .selectFrom('work_steps as own')
          .innerJoin(heldSet(steps), (join) =>
            join.onRef('held.tenant', '=', 'own.tenant_id').onRef('held.step', '=', 'own.step_id'),
          )
          .select(['own.tenant_id', 'own.step_id'])
          .whereRef('own.lease', '=', 'held.lease')
          .where('own.state', '=', stepState.running)
          .forUpdate('own')
          .skipLocked()
          .as('mine'),
      )
      .set({ available: new Date(context.clock.now().getTime() + leaseMilliseconds) })
      .whereRef('step.tenant_id', '=', 'mine.tenant_id')
      .whereRef('step.step_id', '=', 'mine.step_id')
      .returning('step.step_id')
      .execute();
    const known = new Set(renewed.map((step) => step.step_id));
    const missing = steps.filter((step) => !known.has(step.step_id));
    const locked = missing.length === 0 ? new Set<string>() : await findHeld(db, missing);
    return new Set(missing.map((step) => step.step_id).filter((id) => !locked.has(id)));
  });

const findHeld = async (db: ScopedDatabase, steps: readonly Held[]): Promise<Set<string>> => {
  const held = await db
    .selectFrom('work_steps as own')
    .innerJoin(heldSet(steps), (join) =>
      join.onRef('held.tenant', '=', 'own.tenant_id').onRef('held.step', '=', 'own.step_id'),
    )
    .select('own.step_id')
    .whereRef('own.lease', '=', 'held.lease')
    .where('own.state', '=', stepState.running)
    .execute();
  return new Set(held.map((step) => step.step_id));
};

/**
 * Releases claimed steps that were not started. The attempt does not count, and any worker may claim them immediately.
 */
export const releaseSteps = async (gate: Gate, context: Context, steps: readonly Held[]): Promise<void> => {
  if (steps.length === 0) return;
  await gate.write(context, workScope, (db) =>
    db
      .updateTable('work_steps')
      .from(heldSet(steps))
      .set((row) => ({
        state: stepState.waiting,
        attempts: row('attempts', '-', 1),
        available: context.clock.now(),
        worker: null,
        started: null,
      }))
      .whereRef('tenant_id', '=', 'held.tenant')
      .whereRef('step_id', '=', 'held.step')
      .whereRef('work_steps.lease', '=', 'held.lease')
      .where('state', '=', stepState.running)
      .execute(),
  );
};
