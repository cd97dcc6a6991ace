import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/**
 * Lets one transaction at a time change who may do what, until it ends. So two administrators who remove each other at
 * once cannot both succeed, and no role goes while somebody grants it.
 */
export const lockAccess = async (db: ScopedDatabase): Promise<void> => {
  await db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended('cfs.access', 0))`.as('locked')).execute();
};
