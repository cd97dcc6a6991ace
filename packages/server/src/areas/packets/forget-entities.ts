import { maxChartSpanMilliseconds } from '@cfs/contracts/packet-chart-limits';
import { sql } from 'kysely';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** Rows of one transaction. */
const batchRows = 10_000;

/**
 * Deletes the latest packets of entities that have sent none for as long as charts reach back, the entities of devices
 * excepted. Those that send again later get another series.
 */
export const forgetEntities = async ({ gate, clock }: Pick<Services, 'gate' | 'clock'>): Promise<void> => {
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - maxChartSpanMilliseconds);
  let removed: number;
  do {
    const rows = await gate.write(context, 'Packets:edit', (db) =>
      db.run(sql`
        delete from packets_latest where ctid = any (array(
          select ctid from packets_latest where device_id is null and "timestamp" < ${before}
          limit ${batchRows} for update skip locked
        )) and ${db.scopeGuard}
        returning series`),
    );
    removed = rows.length;
  } while (removed === batchRows);
};
