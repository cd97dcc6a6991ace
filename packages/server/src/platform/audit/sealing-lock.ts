import { sql } from 'kysely';
import type { ScopedDatabase } from '../database/gate.ts';

/**
 * Lets one transaction at a time seal records, or look at chains that must not grow meanwhile. Answers whether the lock
 * was taken: at once, or always after a wait.
 */
export const lockSealing = async (db: ScopedDatabase, wait?: 'wait'): Promise<boolean> => {
  if (wait) {
    await db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended('cfs.audit.seal', 0))`.as('locked')).execute();
    return true;
  }
  const lock = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('cfs.audit.seal', 0))`.as('taken'))
    .executeTakeFirst();
  return lock?.taken === true;
};
