import { randomUUID } from 'node:crypto';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** The person to invite, and the tenant `place`; the System tenant means all tenants. */
export interface Invitation {
  readonly mail: string;
  readonly name: string;
  readonly provider: string;
  readonly place: string;
  /** Whether the row is the person at once, as for administrators of all tenants, or an invitation of one tenant. */
  readonly isShared: boolean;
}

/**
 * Resolves with the id of the invitation, which is inserted unless there is already one for the mail, and audited in
 * both cases. The transaction holds the lock of `writeAccess`.
 */
export const insertInvitation = async (
  db: ScopedDatabase,
  change: Change,
  { mail, name, provider, place, isShared }: Invitation,
): Promise<string> => {
  const invitedIn = isShared ? null : place;
  const made = await db
    .insertInto('people')
    .values({
      tenant_id: systemTenantId,
      user_id: randomUUID(),
      mail,
      name,
      provider,
      enabled: true,
      invited_in: invitedIn,
      ...change.createdOnce(),
    })
    .onConflict((clash) => clash.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  const { user_id: userId } = made ?? (await findInvitation(db, mail, provider, invitedIn));
  await change.record({ entity: 'Person', id: userId, tenantId: place, after: { userId, mail, provider } });
  return userId;
};

const findInvitation = (db: ScopedDatabase, mail: string, provider: string, invitedIn: string | null) =>
  db
    .selectFrom('people')
    .select('user_id')
    .where('provider', '=', provider)
    .where((eb) => eb(eb.fn('lower', ['mail']), '=', mail.toLowerCase()))
    .where('invited_in', 'is not distinct from', invitedIn)
    .executeTakeFirstOrThrow();
