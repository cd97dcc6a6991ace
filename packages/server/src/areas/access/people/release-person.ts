import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { toPerson } from '../access-wire.ts';
import { writeAccess } from '../grants/write-access.ts';

/**
 * Unties a person from their account at the provider: the next account whose verified mail is the person's becomes theirs,
 * with all grants. What the previous account claimed is removed. For the command line alone, also for the last
 * administrator. 409 for a person who has not signed in.
 */
export const releasePerson = async (services: Services, context: Context, userId: string): Promise<void> => {
  await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await db.selectFrom('people').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    if (row.subject === null) throw conflict(`${row.mail} has not signed in yet: there is nothing to release.`);
    const stored = await db
      .updateTable('people')
      .set({
        subject: null,
        first_sign_in: null,
        picture_address: null,
        claimed_groups: sql`'{}'`,
        claimed_roles: sql`'[]'`,
        claimed_at: 0,
        ...change.modified({ modified: row.modified ?? row.created }),
      })
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toPerson(row), toPerson(stored)];
    await change.record({ entity: 'Person', id: userId, tenantId: systemTenantId, before, after });
  });
  await services.snapshot.refresh();
};
