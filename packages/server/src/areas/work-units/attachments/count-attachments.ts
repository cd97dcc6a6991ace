import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { StreamKey } from '../history/work-unit-history.ts';

/** How many files the notes of a unit hold. */
export const countAttachments = async (db: ScopedDatabase, { tenantId, workUnitId }: StreamKey): Promise<number> => {
  const { count } = await db
    .selectFrom('work_unit_attachments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
