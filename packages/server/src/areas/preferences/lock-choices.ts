import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** One change after the other for a person, until the transaction ends, so that no two pass a limit together. */
export const lockChoices = (db: ScopedDatabase, userId: string): Promise<unknown> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0)) where ${db.scopeGuard}`);
