import type { Person, PersonInvite, PersonUpdate } from '@cfs/contracts/access-people';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { expectModified } from '../../../platform/modified.ts';
import { conflict, forbidden, invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { writeAccess } from '../grants/write-access.ts';
import { toPerson } from '../access-wire.ts';
import { worksIn } from './find-people.ts';
import { administratesAll, expectPlace } from '../grants/grantable.ts';
import { insertGrant } from '../grants/insert-grant.ts';
import { insertInvitation } from '../invitations/insert-invitation.ts';
import { keepingAdministrator } from '../grants/last-administrator.ts';
import { readPerson } from './read-person.ts';

/** The provider for the sign-in of the person: the configured one unless the body names another. */
const providerOf = ({ identity }: Services, { provider }: PersonInvite): string => {
  const named = provider?.trim();
  return named === undefined || named === '' ? identity.provider : named;
};

/** Throws 409 if the caller sees that the mail is already invited for the provider; other invitations stay hidden. */
const expectNotInvited = async (
  services: Services,
  context: Context,
  mail: string,
  provider: string,
): Promise<void> => {
  const snapshot = await services.snapshot.refresh();
  const [people, invitations] = [snapshot.peopleByMail, snapshot.invitationsByMail].map((known) =>
    (known.get(mail.toLowerCase()) ?? []).filter((person) => person.provider === provider),
  );
  const scope = context.scopeOf('Settings:view');
  const isSeen = administratesAll(context)
    ? people?.length !== 0
    : [...(people ?? []), ...(invitations ?? [])].some((person) => worksIn(snapshot, scope, person));
  if (!isSeen) return;
  const message = `${mail} is already invited for that provider.`;
  throw conflict(message, { Mail: [message] });
};

/**
 * Invites a person by mail, with a first grant if the body names a role. An administrator of one tenant creates an
 * invitation of that tenant alone, whether or not the mail is known elsewhere, until the person opens the tenant.
 * Throws 409 if the caller sees that the mail is already invited for the provider, 400 for a missing role unless the
 * caller administrates all tenants; 403 and 404 as for grants.
 */
export const invitePerson = async (services: Services, context: Context, body: PersonInvite): Promise<Person> => {
  const roleName = body.roleName?.trim() || undefined;
  if (roleName === undefined && !administratesAll(context))
    throw invalid({ RoleName: ['Please choose a role: only administrators of all tenants see people without one.'] });
  const userId = await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const place = await expectPlace(db, context, roleName === undefined ? null : body.tenantId);
    const provider = providerOf(services, body);
    await expectNotInvited(services, context, body.mail, provider);
    const invited = await insertInvitation(db, change, {
      mail: body.mail,
      name: body.name?.trim() || body.mail,
      provider,
      place,
      isShared: administratesAll(context),
    });
    if (roleName !== undefined) await insertGrant(db, change, { holder: { userId: invited }, roleName, place });
    return invited;
  });
  await services.snapshot.refresh();
  return toPerson(await readPerson(services, context, userId));
};

/**
 * Renames, disables or enables a person. A person may work in any tenant, so this is for administrators of all tenants:
 * throws 403 for other callers, 404 for a person whom the caller does not see, 409 for the last administrator and for a
 * stale `modified`.
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
  const person = await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await db.selectFrom('people').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    const changed = row.modified ?? row.created;
    expectModified(changed, body.modified);
    const stored = await keepingAdministrator(services, db, () =>
      db
        .updateTable('people')
        .set({
          ...(body.name !== undefined && { name: body.name }),
          ...(body.enabled !== undefined && { enabled: body.enabled }),
          ...change.modified({ modified: changed }),
        })
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const [before, after] = [toPerson(row), toPerson(stored)];
    await change.record({ entity: 'Person', id: userId, tenantId: systemTenantId, before, after });
    return after;
  });
  await services.snapshot.refresh();
  return person;
};
