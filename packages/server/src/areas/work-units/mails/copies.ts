import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { addHistory, type StreamKey } from '../history/work-unit-history.ts';

/** A row of cfs.work_unit_copies: an address that is copied in on the mails to the stakeholder of a unit. */
export interface WorkUnitCopyTable {
  tenant_id: string;
  work_unit_id: number;
  /** In lower case. */
  address: string;
  created: Date;
  created_by: string;
}

/** Maximum number of addresses that are copied in. */
const copyLimit = 10;

/** The addresses that are copied in on the mails to the stakeholder. */
export const readCopies = async (db: ScopedDatabase, { tenantId, workUnitId }: StreamKey): Promise<string[]> => {
  const rows = await db
    .selectFrom('work_unit_copies')
    .select('address')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
};

/** Copies further addresses in, up to ten, and says so in the stream of the unit, which is locked by then. */
export const addCopies = async (
  db: ScopedDatabase,
  change: Change,
  key: StreamKey,
  addresses: readonly string[],
): Promise<void> => {
  const given = [...new Set(addresses.map((address) => address.toLowerCase()))];
  if (given.length === 0) return;
  const known = await readCopies(db, key);
  const added = given.filter((address) => !known.includes(address)).slice(0, Math.max(0, copyLimit - known.length));
  if (added.length === 0) return;
  await db
    .insertInto('work_unit_copies')
    .values(
      added.map((address) => ({
        tenant_id: key.tenantId,
        work_unit_id: key.workUnitId,
        address,
        ...change.createdOnce(),
      })),
    )
    .execute();
  const detail = `Mails to the stakeholder are copied to ${added.join(', ')}.`;
  await addHistory(db, change.context, key, [{ historyType: 'General', detail }]);
};
