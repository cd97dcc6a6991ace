import { sql } from 'kysely';
import type { PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { toPerson } from '../access-wire.ts';
import { writeAccess } from '../grants/write-access.ts';

/**
 * Releases a person from their account at the provider: the next account with the person's mail, verified, is tied to
 * the person, with all grants. The tokens of the previous account are ended, because an open tab would tie it again;
 * its stored claims are removed. Only for the command line, also for the last administrator. Throws 409 for a person
 * who has not signed in.
 */
export const releasePerson = async (services: Services, context: Context, person: PersonRecord): Promise<void> => {
  const { userId, mail, provider, subject } = person;
  if (subject === undefined) throw conflict(`${mail} has not signed in yet: there is nothing to release.`);
  // Must precede the update: a call of the previous account in between would tie it again.
  await services.sessions.endAccount({ provider, subject });
  await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await db.selectFrom('people').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    const stored = await db
      .updateTable('people')
      .set({
        subject: null,
        first_sign_in: null,
        picture_address: null,
        claimed_groups: sql`'{}'`,
        claimed_roles: sql`'[]'`,
        // Calls of the previous account that are in flight store no claims, because their tokens are older.
        claimed_at: Math.floor(context.clock.now().getTime() / 1_000),
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
