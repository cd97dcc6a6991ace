import type { Grant, GrantCreate } from '@cfs/contracts/access-grants';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccess } from './access-lock.ts';
import { toGrant } from './access-wire.ts';
import { expectPlace } from './grantable.ts';
import { insertGrant, type GrantOrder } from './insert-grant.ts';
import { keepingAdministrator } from './last-administrator.ts';
import { readPerson } from './read-person.ts';

/** The person, who must be within the caller's sight, or the group: any name, since the provider knows them alone. */
const holderOf = async (
  services: Services,
  context: Context,
  { userId, groupName }: GrantCreate,
): Promise<GrantOrder['holder']> => {
  if (groupName != null) return { groupName };
  if (userId == null) throw invalid({ UserId: ['Please name either a person or a group.'] });
  return { userId: (await readPerson(services, context, userId)).user_id };
};

/**
 * Grants a role, with effect at once on this node and within a second on the others. 404 for a person or tenant out of
 * reach, 403 for a role that holds more than the caller does there, 409 for what is granted already.
 */
export const addGrant = async (services: Services, context: Context, body: GrantCreate): Promise<Grant> => {
  const holder = await holderOf(services, context, body);
  const grant = await services.gate.write(context, 'Settings:edit', async (db) => {
    await lockAccess(db);
    const place = await expectPlace(db, context, body.tenantId);
    return insertGrant(services, db, context, { holder, roleName: body.roleName, place });
  });
  await services.snapshot.refresh();
  return grant;
};

/** Takes a grant away. 404 for one in a tenant where the caller may not edit, 409 for the last administrator's. */
export const removeGrant = async (services: Services, context: Context, grantId: string): Promise<void> => {
  await services.gate.write(context, 'Settings:edit', async (db) => {
    await lockAccess(db);
    const row = await keepingAdministrator(services, db, () =>
      db
        .deleteFrom('grants')
        .where('grant_id', '=', grantId)
        .where(inScope(context, 'Settings:edit', 'grants.tenant_id'))
        .returningAll()
        .executeTakeFirst(),
    );
    if (!row) throw notFound('Grant');
    await services.audit.record(db, context, {
      entity: 'Grant',
      id: row.grant_id,
      tenantId: row.tenant_id,
      before: toGrant(row),
    });
  });
  await services.snapshot.refresh();
};
