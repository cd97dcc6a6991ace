import { sql, type RawBuilder } from 'kysely';
import { conflict } from '../problems.ts';
import type { ScopedDatabase } from './gate.ts';
import { takeLock } from './take-lock.ts';
import type { Database } from './schema.ts';

/** How many rows of a table a tenant may have. */
export interface RowLimit {
  readonly table: keyof Database & string;
  readonly max: number;
  /** The rows in the plural, for the message. */
  readonly noun: string;
  /** Rows that count; all by default. */
  readonly where?: RawBuilder<boolean>;
}

/**
 * Throws 409 when the tenant has as many rows as the limit permits. Other transactions that ask for the same table and
 * tenant wait until this one ends.
 */
export const expectRoom = async (
  db: ScopedDatabase,
  tenantId: string,
  { table, max, noun, where = sql<boolean>`true` }: RowLimit,
): Promise<void> => {
  await takeLock(db, `room of ${table} ${tenantId}`);
  const [row] = await db.run<{ count: number }>(
    sql`select count(*)::integer as count from ${sql.id('cfs', table)}
      where tenant_id = ${tenantId} and ${where} and ${db.scopeGuard}`,
  );
  if ((row?.count ?? 0) >= max) throw conflict(`A tenant has at most ${max.toLocaleString('en')} ${noun}.`);
};
