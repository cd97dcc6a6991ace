import { sql } from 'kysely';
import { systemContext, systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { hourInMilliseconds, hourRollsUpAfterMilliseconds, startOfHour } from './hour-times.ts';
import { rollUpHours, rollUpStaleHours } from './roll-up-hours.ts';

/** Kind of the timer that rolls packets up by the hour. */
export const packetHoursTimer = 'packet-hours';

const pauseMilliseconds = 60_000;
/** Entities of one transaction: one that sends every second has 3,600 packets in an hour. */
const entitiesAtOnce = 200;
const staleHoursAtOnce = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Progress {
  readonly through: Date;
  readonly cursor_tenant: string;
  readonly cursor_entity: string;
}

/** Schedules the timer for now. Every server does so when it starts, and one worker runs the timer. */
export const schedulePacketHours = ({ gate, clock, work }: Pick<Services, 'gate' | 'clock' | 'work'>): Promise<void> =>
  gate.write(systemContext({ name: 'packet hours', clock, tenantId: 'all' }), 'Packets:edit', (db) =>
    work.schedule(db, [{ tenantId: systemTenantId, kind: packetHoursTimer, key: 'next', due: clock.now() }]),
  );

/** Returns the progress, locked. It starts with the hour before the current one. */
const lockProgress = async (db: ScopedDatabase, now: Date): Promise<Progress> => {
  const first = new Date(startOfHour(now.getTime()) - hourInMilliseconds);
  const [progress] = await db.run<Progress>(sql`
    insert into packet_hours_progress as stored (tenant_id, through, cursor_tenant, cursor_entity)
    select ${systemTenantId}::uuid, ${first}::timestamptz, ${beforeAll}::uuid, ${beforeAll}::uuid
    where ${db.scopeGuard}
    on conflict (tenant_id) do update set through = stored.through
    returning through, cursor_tenant, cursor_entity`);
  if (!progress) throw new TypeError('The progress of the packet hours was not returned.');
  return progress;
};

/** Rolls up the next entities of the first hour that is not rolled up yet; returns whether there may be more to do. */
const advance = async (db: ScopedDatabase, now: Date): Promise<boolean> => {
  const { through, cursor_tenant, cursor_entity } = await lockProgress(db, now);
  if (now.getTime() < through.getTime() + hourInMilliseconds + hourRollsUpAfterMilliseconds) return false;
  const entities = await db.guarded(sql<{ tenantId: string; entityId: string; isActive: boolean }>`
    select tenant_id as "tenantId", entity_id as "entityId", "timestamp" >= ${through} as "isActive"
    from packets_latest
    where (tenant_id, entity_id) > (${cursor_tenant}::uuid, ${cursor_entity}::uuid)
    order by tenant_id, entity_id
    limit ${entitiesAtOnce}`);
  await rollUpHours(
    db,
    entities.flatMap(({ isActive, ...entity }) => (isActive ? [{ ...entity, hour: through }] : [])),
  );
  const last = entities.length < entitiesAtOnce ? undefined : entities.at(-1);
  await db
    .updateTable('packet_hours_progress')
    .set(
      last
        ? { cursor_tenant: last.tenantId, cursor_entity: last.entityId }
        : {
            through: new Date(through.getTime() + hourInMilliseconds),
            cursor_tenant: beforeAll,
            cursor_entity: beforeAll,
          },
    )
    .where('tenant_id', '=', systemTenantId)
    .execute();
  return true;
};

/**
 * Rolls up stale hours, and the entities of an hour that has closed, in batches. Work that a crash interrupts is
 * repeated; after an outage, missed hours are rolled up one after the other.
 */
export const rollUpPacketHours: TimerHandler<Services> = async (db, _change, _timer, { clock }) => {
  const now = clock.now();
  const stale = await rollUpStaleHours(db, staleHoursAtOnce);
  const hasMore = (await advance(db, now)) || stale === staleHoursAtOnce;
  return hasMore ? now : new Date(now.getTime() + pauseMilliseconds);
};
