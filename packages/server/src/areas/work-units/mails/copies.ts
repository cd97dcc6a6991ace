import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { addHistory, type WorkUnitKey } from '../history/work-unit-history.ts';

/** A row of cfs.work_unit_copies: an address that gets a copy of the mails to the stakeholder of a unit. */
export interface WorkUnitCopyTable {
  tenant_id: string;
  work_unit_id: number;
  /** In lower case. */
  address: string;
  created: Date;
  created_by: string;
}

/** Maximum number of such addresses per unit. */
const copyLimit = 10;

/** Reads the addresses that get a copy of the mails to the stakeholders of units of a tenant, by unit. */
export const readCopiesOfUnits = async (
  db: ScopedDatabase,
  tenantId: string,
  workUnitIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> => {
  const rows = await db
    .selectFrom('work_unit_copies')
    .select(['work_unit_id', 'address'])
    .where('tenant_id', '=', tenantId)
    .where((row) => row('work_unit_id', '=', row.fn.any(row.val([...workUnitIds]))))
    .orderBy('address')
    .execute();
  const byUnit = Map.groupBy(rows, ({ work_unit_id: workUnitId }) => workUnitId);
  return new Map([...byUnit].map(([workUnitId, copies]) => [workUnitId, copies.map(({ address }) => address)]));
};

/** Reads the addresses that get a copy of the mails to the stakeholder of a unit. */
export const readCopies = async (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey): Promise<string[]> =>
  (await readCopiesOfUnits(db, tenantId, [workUnitId])).get(workUnitId) ?? [];

/** Adds addresses up to a total of ten, and a record in the history of the unit. The caller has locked the unit. */
export const addCopies = async (
  db: ScopedDatabase,
  change: Change,
  key: WorkUnitKey,
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
