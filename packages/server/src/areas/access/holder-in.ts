import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { PersonRow } from './access-wire.ts';
import { administratesAll } from './grantable.ts';
import { insertInvitation } from './insert-invitation.ts';

/** The person of the invitation's mail; administrators of all tenants make one of the invitation where there is none. */
const personBehind = async (
  { audit }: Pick<Services, 'audit'>,
  db: ScopedDatabase,
  context: Context,
  invitation: PersonRow,
): Promise<string> => {
  const known = await db
    .selectFrom('people')
    .select('user_id')
    .where('invited_for', '=', invitation.invited_for)
    .where((eb) => eb(eb.fn('lower', ['mail']), '=', invitation.mail.toLowerCase()))
    .where('invited_in', 'is', null)
    .executeTakeFirst();
  if (known) return known.user_id;
  const { user_id: userId, mail, invited_in: invitedIn } = invitation;
  await db.updateTable('people').set({ invited_in: null }).where('user_id', '=', userId).execute();
  await audit.record(db, context, {
    entity: 'Person',
    id: userId,
    tenantId: systemTenantId,
    before: { userId, mail, invitedIn },
    after: { userId, mail, invitedIn: null },
  });
  return userId;
};

/**
 * Who holds a grant in the place that is meant for somebody whom the caller sees: the person, or an invitation of that
 * very tenant. An invitation of one tenant never holds a grant elsewhere, so that it tells no other who was invited.
 */
export const holderIn = async (
  services: Pick<Services, 'audit'>,
  db: ScopedDatabase,
  context: Context,
  person: PersonRow,
  place: string,
): Promise<string> => {
  if (person.invited_in === null || person.invited_in === place) return person.user_id;
  if (administratesAll(context)) return personBehind(services, db, context, person);
  const { mail, name, invited_for: provider } = person;
  return insertInvitation(services, db, context, { mail, name, provider, place, isShared: false });
};
