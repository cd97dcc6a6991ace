import { randomUUID } from 'node:crypto';
import type { Person, PersonInvite, PersonUpdate } from '@cfs/contracts/access-people';
import { actorName, systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectModified, nextModified } from '../../platform/modified.ts';
import { conflict, forbidden, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccess } from './access-lock.ts';
import { toPerson } from './access-wire.ts';
import { touches } from './find-people.ts';
import { expectPlace } from './grantable.ts';
import { insertGrant } from './insert-grant.ts';
import { keepingAdministrator } from './last-administrator.ts';
import { readPerson } from './read-person.ts';

const administratesAll = (context: Context): boolean => context.scopeOf('Settings:edit').kind === 'all';

/** The provider by which the person shall sign in. */
const providerOf = ({ identity }: Services, { provider }: PersonInvite): string => {
  const named = provider?.trim();
  return named === undefined || named === '' ? identity.provider : named;
};

/**
 * The person of this mail and provider, new or known. One within the caller's sight is a conflict; one who works for
 * other tenants alone is taken as if new, so that nobody learns who works there.
 */
const ensurePerson = async (
  services: Services,
  db: ScopedDatabase,
  context: Context,
  body: PersonInvite,
): Promise<string> => {
  const userId = randomUUID();
  const provider = providerOf(services, body);
  const name = body.name?.trim();
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('people')
    .values({
      tenant_id: systemTenantId,
      user_id: userId,
      mail: body.mail,
      name: name === undefined || name === '' ? body.mail : name,
      invited_for: provider,
      enabled: true,
      created: context.clock.now(),
      created_by: actorName(context.actor),
    })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 1n) return userId;
  const snapshot = await services.snapshot.refresh();
  const known = snapshot.peopleByMail.get(body.mail.toLowerCase())?.find((person) => person.provider === provider);
  const grants = known && snapshot.grantsByUser.get(known.userId);
  const isSeen = administratesAll(context) || grants?.some((grant) => touches(context.scopeOf('Settings:view'), grant));
  if (!known || isSeen === true) {
    const message = `${body.mail} is invited for that provider already.`;
    throw conflict(message, { Mail: [message] });
  }
  return known.userId;
};

/**
 * Invites a person by mail, with a first grant where the body names a role. 409 when the mail is invited for the
 * provider already; 403 and 404 as for grants.
 */
export const invitePerson = async (services: Services, context: Context, body: PersonInvite): Promise<Person> => {
  const roleName = body.roleName?.trim() || undefined;
  if (roleName === undefined && !administratesAll(context))
    throw invalid({ RoleName: ['Please choose a role: only administrators of all tenants see people without one.'] });
  const userId = await services.gate.write(context, 'Settings:edit', async (db) => {
    await lockAccess(db);
    const place = await expectPlace(db, context, roleName === undefined ? null : body.tenantId);
    const invited = await ensurePerson(services, db, context, body);
    const after = { userId: invited, mail: body.mail, provider: providerOf(services, body) };
    await services.audit.record(db, context, { entity: 'Person', id: invited, tenantId: place, after });
    if (roleName !== undefined)
      await insertGrant(services, db, context, { holder: { userId: invited }, roleName, place });
    return invited;
  });
  await services.snapshot.refresh();
  return toPerson(await readPerson(services, context, userId));
};

/**
 * Renames a person, or takes all access from them and gives it back. People work in any tenant, so this is for
 * administrators of all of them: 403 for others, 404 for a person whom they do not even see, 409 for the last
 * administrator and for a form that is out of date.
 */
export const updatePerson = async (
  services: Services,
  context: Context,
  userId: string,
  body: PersonUpdate,
): Promise<Person> => {
  await readPerson(services, context, userId);
  if (!administratesAll(context))
    throw forbidden('A person may work in other tenants too: only administrators of all tenants may change one.');
  const person = await services.gate.write(context, 'Settings:edit', async (db) => {
    await lockAccess(db);
    const row = await db.selectFrom('people').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    const changed = row.modified ?? row.created;
    expectModified(changed, body.modified);
    const stored = await keepingAdministrator(services, db, () =>
      db
        .updateTable('people')
        .set({
          ...(body.name !== undefined && { name: body.name }),
          ...(body.enabled !== undefined && { enabled: body.enabled }),
          modified: nextModified(context.clock.now(), changed),
          modified_by: actorName(context.actor),
        })
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const [before, after] = [toPerson(row), toPerson(stored)];
    await services.audit.record(db, context, { entity: 'Person', id: userId, tenantId: systemTenantId, before, after });
    return after;
  });
  await services.snapshot.refresh();
  return person;
};
