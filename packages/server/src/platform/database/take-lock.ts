import { sql } from 'kysely';
import type { ScopedDatabase } from './gate.ts';

/** Waits until no other transaction holds the lock of the name, and holds it until the transaction ends. */
export const takeLock = async (db: ScopedDatabase, name: string): Promise<void> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)) where ${db.scopeGuard}`);
};
