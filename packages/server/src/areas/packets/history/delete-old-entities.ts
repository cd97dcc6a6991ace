import { sql } from 'kysely';
import { systemContext, type Context } from '../../../platform/context.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import type { Services } from '../../../platform/services.ts';

/** Longer than packets are kept, at most 400 days, and hours, 13 months and the current one. */
const keptDays = 430;
const dayMilliseconds = 86_400_000;
/** Maximum rows of one transaction. */
const usualBatchRows = 10_000;

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Deletes a batch of a tenant's entities that have sent nothing since a moment; returns their number. */
const deleteBatch = async (
  { gate }: Needs,
  context: Context,
  tenantId: string,
  before: Date,
  batchRows: number,
): Promise<number> => {
  const rows = await gate.write(context, 'Packets:edit', (db) =>
    db.run(sql`
      delete from packets_latest where ctid = any (array(
        select ctid from packets_latest
        where tenant_id = ${tenantId}::uuid and device_id is null and received_at < ${before}
        limit ${batchRows} for update skip locked
      )) and ${db.scopeGuard}
      returning series`),
  );
  return rows.length;
};

/**
 * Corrects the count by the difference that one snapshot shows, which stays right if packets are stored concurrently.
 * Only one worker at a time does this: another one that had waited for the row would correct it by an older snapshot.
 */
const correctCount = async ({ gate }: Needs, context: Context, tenantId: string): Promise<void> => {
  await gate.write(context, 'Packets:edit', async (db) => {
    await takeLock(db, `packet entities of ${tenantId}`);
    await db.run(sql`
      update packet_entity_counts counted set count = counted.count + seen.stored - seen.count
      from (
        select count, (
          select count(*) from packets_latest latest where latest.tenant_id = ${tenantId}::uuid and latest.device_id is null
        )::integer as stored
        from packet_entity_counts where tenant_id = ${tenantId}::uuid
      ) seen
      where counted.tenant_id = ${tenantId}::uuid and seen.stored <> seen.count and ${db.scopeGuard}`);
  });
};

/**
 * Deletes the latest packets of entities, except those of devices, that have sent nothing for longer than any data of
 * an entity is kept, and corrects the counts of entities. An entity that sends again later gets another series.
 */
export const deleteOldEntities = async (services: Needs, batchRows = usualBatchRows): Promise<void> => {
  const { gate, clock } = services;
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - keptDays * dayMilliseconds);
  const tenants = await gate.read(context, 'Packets:edit', (db) =>
    db.selectFrom('packet_entity_counts').select('tenant_id').execute(),
  );
  const failures: unknown[] = [];
  for (const { tenant_id: tenantId } of tenants) {
    try {
      while ((await deleteBatch(services, context, tenantId, before, batchRows)) === batchRows);
      await correctCount(services, context, tenantId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The entities of some tenants could not be counted.');
};
