import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { PersonRow } from '../access-wire.ts';
import { administratesAll } from './grantable.ts';
import { insertInvitation } from '../invitations/insert-invitation.ts';

/** Returns the id of the person with the invitation's mail; if there is none, the invitation becomes that person. */
const promoteInvitation = async (db: ScopedDatabase, change: Change, invitation: PersonRow): Promise<string> => {
  const known = await db
    .selectFrom('people')
    .select('user_id')
    .where('provider', '=', invitation.provider)
    .where((eb) => eb(eb.fn('lower', ['mail']), '=', invitation.mail.toLowerCase()))
    .where('invited_in', 'is', null)
    .executeTakeFirst();
  if (known) return known.user_id;
  const { user_id: userId, mail, invited_in: invitedIn } = invitation;
  await db.updateTable('people').set({ invited_in: null }).where('user_id', '=', userId).execute();
  await change.record({
    entity: 'Person',
    id: userId,
    tenantId: systemTenantId,
    before: { userId, mail, invitedIn },
    after: { userId, mail, invitedIn: null },
  });
  return userId;
};

/**
 * Returns the id of the holder of a grant in the tenant `place`, for a person or invitation that the caller sees: the
 * person, or an invitation of that same tenant, which is inserted if necessary. An invitation of one tenant never holds
 * a grant in another one, so that no other tenant learns of the invitation.
 */
export const holderIn = async (
  db: ScopedDatabase,
  change: Change,
  person: PersonRow,
  place: string,
): Promise<string> => {
  if (person.invited_in === null || person.invited_in === place) return person.user_id;
  if (administratesAll(change.context)) return promoteInvitation(db, change, person);
  const { mail, name, provider } = person;
  return insertInvitation(db, change, { mail, name, provider, place, isShared: false });
};
