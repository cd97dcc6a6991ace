import type { Permission } from '@cfs/contracts/permissions';
import { sql } from 'kysely';
import { systemContext } from '../context.ts';
import type { Services } from '../services.ts';

/** Rows of a table that are kept for a number of days; the names are constants of the code. */
export interface KeptRows {
  readonly table: string;
  /** An indexed column that identifies a row; `ctid` if rows are never updated. */
  readonly key: string;
  /** The column with the age; an index begins with it. */
  readonly time: string;
  readonly days: number;
  /** The permission to delete them; the deletion uses it in all tenants. */
  readonly permission: Permission;
}

const dayMilliseconds = 86_400_000;
/** Rows of one transaction. */
const batchRows = 1_000;

/** Deletes the rows of all tenants that have been kept long enough, the oldest first, batch by batch. */
export const removeOldRows = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  { table, key, time, days, permission }: KeptRows,
): Promise<void> => {
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - days * dayMilliseconds);
  let removed: number;
  do {
    const rows = await gate.write(context, permission, (db) =>
      db.run(sql`
        delete from ${sql.table(table)} where ${sql.ref(key)} in (
          select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${before}
          order by ${sql.ref(time)} limit ${batchRows}
        ) and ${db.scopeGuard}
        returning ${sql.ref(key)}`),
    );
    removed = rows.length;
  } while (removed === batchRows);
};
