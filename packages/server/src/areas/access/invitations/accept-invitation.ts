import type { PersonRecord } from '../../../platform/access/access-snapshot.ts';
import type { Change } from '../../../platform/audit/change.ts';
import { systemContext, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { writeAccess } from '../grants/write-access.ts';
import { toGrant, type GrantRow } from '../access-wire.ts';

/** Transfers a grant of the invitation to the person, unless they already hold that role there. */
const transferGrant = async (
  db: ScopedDatabase,
  change: Change,
  grant: GrantRow,
  person: PersonRecord,
): Promise<void> => {
  const { tenant_id, grant_id, group_name, role_name, created, created_by } = grant;
  const moved = await db
    .insertInto('grants')
    .values({ tenant_id, grant_id, group_name, role_name, created, created_by, user_id: person.userId })
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();
  await change.record({
    entity: 'Grant',
    id: grant_id,
    tenantId: tenant_id,
    before: toGrant(grant),
    ...(moved && { after: toGrant(moved) }),
  });
};

/**
 * Transfers the grants of an invitation to the person who has just opened its tenant, and deletes the invitation. From
 * then on the tenant sees the person. A no-op if the invitation was already accepted.
 */
export const acceptInvitation = async (
  services: Pick<Services, 'gate' | 'snapshot' | 'clock'>,
  context: Context,
  invitation: PersonRecord,
  person: PersonRecord,
): Promise<void> => {
  const everywhere = systemContext({ name: 'invitation', clock: services.clock, tenantId: 'all' });
  await writeAccess(services.gate, everywhere, 'Settings:edit', async (db, written) => {
    const change = written.as(context);
    const grants = await db.deleteFrom('grants').where('user_id', '=', invitation.userId).returningAll().execute();
    for (const grant of grants) await transferGrant(db, change, grant, person);
    const { numDeletedRows } = await db
      .deleteFrom('people')
      .where('user_id', '=', invitation.userId)
      .where('invited_in', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await change.record({
      entity: 'Person',
      id: invitation.userId,
      tenantId: invitation.invitedIn ?? context.tenantId,
      before: { userId: invitation.userId, mail: invitation.mail, state: 'Invited' },
      after: { userId: person.userId, mail: person.mail, state: 'Active' },
    });
  });
  await services.snapshot.refresh();
};
