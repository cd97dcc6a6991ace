import type { Clock } from '../clock.ts';
import { systemContext, systemTenantId } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { createWork } from './create-work.ts';
import type { TimerHandler } from './step-handler.ts';
import { workScope } from './work-scope.ts';

/** The kind of the timer that deletes finished work. */
export const housekeepingTimer = 'work-housekeeping';

const dayMilliseconds = 24 * 60 * 60_000;
const retentionDays = 30;
const maxDeletedEvents = 5_000;

/** Makes the timer due. Every worker does so at its start; one of them runs it. */
export const scheduleHousekeeping = (gate: Gate, clock: Clock): Promise<void> =>
  gate.write(systemContext({ name: 'worker', clock, tenantId: 'all' }), workScope, (db) =>
    createWork().schedule(db, [
      { tenantId: systemTenantId, kind: housekeepingTimer, key: 'finished', due: clock.now() },
    ]),
  );

/**
 * Deletes events older than 30 days whose steps are all finished. Runs again immediately if there may be more of them.
 */
export const clearFinishedWork: TimerHandler<unknown> = async (db, { context }) => {
  const now = context.clock.now();
  const finished = await db
    .selectFrom('work_events as event')
    .select(['event.tenant_id', 'event.event_id'])
    .where('event.created', '<', new Date(now.getTime() - retentionDays * dayMilliseconds))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('work_steps as step')
            .select('step.step_id')
            .whereRef('step.tenant_id', '=', 'event.tenant_id')
            .whereRef('step.event_id', '=', 'event.event_id')
            .where('step.finished', 'is', null),
        ),
      ),
    )
    .orderBy('event.created')
    .limit(maxDeletedEvents)
    .execute();
  if (finished.length > 0) {
    await db
      .deleteFrom('work_events')
      .where((row) => row('event_id', '=', row.fn.any(row.val(finished.map((event) => event.event_id)))))
      .where((row) =>
        row('tenant_id', '=', row.fn.any(row.val([...new Set(finished.map((event) => event.tenant_id))]))),
      )
      .execute();
  }
  return finished.length < maxDeletedEvents ? new Date(now.getTime() + dayMilliseconds) : now;
};
