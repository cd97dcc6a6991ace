import type { Grant, GrantCreate } from '@cfs/contracts/access-grants';
import type { Change } from '../../../platform/audit/change.ts';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { writeAccess } from './write-access.ts';
import { toGrant } from '../access-wire.ts';
import { expectPlace } from './grantable.ts';
import { holderIn } from './holder-in.ts';
import { insertGrant } from './insert-grant.ts';
import { keepingAdministrator } from './last-administrator.ts';
import { readPerson } from '../people/read-person.ts';

/**
 * Resolves with the person that the body names, `undefined` for a group. Throws 404 if the caller does not see them.
 */
const personOf = async (services: Services, context: Context, { userId, groupName }: GrantCreate) => {
  if (groupName != null) return undefined;
  if (userId == null) throw invalid({ UserId: ['Please name either a person or a group.'] });
  return readPerson(services, context, userId);
};

/**
 * Grants a role, with effect at once on this node and within a second on the others. Throws 404 for a person or tenant
 * out of reach, 403 for a role with permissions that the caller lacks there, 409 if the role is already granted.
 */
export const addGrant = async (services: Services, context: Context, body: GrantCreate): Promise<Grant> => {
  const person = await personOf(services, context, body);
  const grant = await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const place = await expectPlace(db, context, body.tenantId);
    const holder = person ? { userId: await holderIn(db, change, person, place) } : { groupName: body.groupName ?? '' };
    return insertGrant(db, change, { holder, roleName: body.roleName, place });
  });
  await services.snapshot.refresh();
  return grant;
};

/** Deletes an enabled invitation that has no grants left, so that the tenant can invite the mail again. */
const endInvitation = async (db: ScopedDatabase, change: Change, userId: string, tenantId: string): Promise<void> => {
  const ended = await db
    .deleteFrom('people')
    .where('user_id', '=', userId)
    .where('invited_in', 'is not', null)
    .where('enabled', '=', true)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('grants').where('user_id', '=', userId))))
    .returning(['mail', 'provider'])
    .executeTakeFirst();
  if (!ended) return;
  const before = { userId, mail: ended.mail, provider: ended.provider };
  await change.record({ entity: 'Person', id: userId, tenantId, before });
};

/**
 * Removes a grant, and a pending invitation together with its last grant. Throws 404 for a grant in a tenant whose
 * settings the caller may not edit, 409 for the grant of the last administrator.
 */
export const removeGrant = async (services: Services, context: Context, grantId: string): Promise<void> => {
  await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await keepingAdministrator(services, db, () =>
      db
        .deleteFrom('grants')
        .where('grant_id', '=', grantId)
        .where(inScope(context, 'Settings:edit', 'grants.tenant_id'))
        .returningAll()
        .executeTakeFirst(),
    );
    if (!row) throw notFound('Grant');
    if (row.user_id !== null) await endInvitation(db, change, row.user_id, row.tenant_id);
    await change.record({
      entity: 'Grant',
      id: row.grant_id,
      tenantId: row.tenant_id,
      before: toGrant(row),
    });
  });
  await services.snapshot.refresh();
};
