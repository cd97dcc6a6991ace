import { sql } from 'kysely';
import { systemContext, systemTenantId } from '../../../platform/context.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { runPeriodically } from '../../../platform/run-periodically.ts';
import type { Services } from '../../../platform/services.ts';
import { awayAfterMilliseconds, outagePauseMilliseconds } from './find-intake-wait.ts';

/** Milliseconds between the notes of a process: several fit into the shortest outage. */
const notePauseMilliseconds = 10_000;

/**
 * Records that this process takes packets. If the previous note, of any process, is too old, this note ends an outage.
 * That causes a wait even if a timer has found the outage before, since agents could not report until now.
 */
export const noteIntake = ({ gate, clock }: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  gate.write(systemContext({ name: 'packet intake', clock, tenantId: 'all' }), 'Packets:edit', async (db) => {
    const hasReturned = sql`(excluded.seen - stored.seen > ${awayAfterMilliseconds} * interval '1 millisecond'
      and (stored.returned is null or stored.away_since = stored.seen
        or excluded.seen - stored.returned >= ${outagePauseMilliseconds} * interval '1 millisecond'))`;
    await db.run(sql`
      insert into packet_intake as stored (tenant_id, seen)
      select ${systemTenantId}::uuid, ${clock.now()}::timestamptz where ${db.scopeGuard}
      on conflict (tenant_id) do update set
        seen = greatest(stored.seen, excluded.seen),
        away_since = case when ${hasReturned} then stored.seen else stored.away_since end,
        returned = case when ${hasReturned} then excluded.seen else stored.returned end`);
  });

/** Records the intake periodically, from the moment at which the process listens until it closes. */
export const recordIntakePeriodically = (app: App, services: Services): void => {
  let stop = async (): Promise<void> => undefined;
  app.addHook('onListen', async () => {
    const { log } = services;
    const first = noteIntake(services).catch((error: unknown) =>
      log.error({ err: error }, 'the packet intake could not be recorded'),
    );
    const notes = runPeriodically('packet intake', notePauseMilliseconds, () => noteIntake(services), log);
    stop = async () => void (await Promise.all([first, notes.stop()]));
  });
  app.addHook('onClose', () => stop());
};
