import { sql } from 'kysely';
import type { ScopedDatabase } from '../database/gate.ts';
import { takeLock } from '../database/take-lock.ts';

const lockName = 'cfs.audit.seal';

/**
 * Takes the advisory lock for sealing records or verifying chains. Returns whether it was taken; `wait` blocks until it
 * is.
 */
export const lockSealing = async (db: ScopedDatabase, wait?: 'wait'): Promise<boolean> => {
  if (wait) {
    await takeLock(db, lockName);
    return true;
  }
  const lock = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0))`.as('taken'))
    .executeTakeFirst();
  return lock?.taken === true;
};
