import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** Resolves with the number of files of units of a tenant. */
export const countAttachments = async (
  db: ScopedDatabase,
  tenantId: string,
  workUnitIds: readonly number[],
): Promise<number> => {
  const { count } = await db
    .selectFrom('work_unit_attachments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', workUnitIds)
    .executeTakeFirstOrThrow();
  return Number(count);
};
