import type { GrantRow } from '../areas/access/access-wire.ts';
import type { Context } from '../platform/context.ts';
import type { Services } from '../platform/services.ts';

/** Criteria of the grants to find; `place` is the id of the System tenant for grants in all tenants. */
export interface GrantsSought {
  readonly userIds?: readonly string[];
  readonly groupName?: string;
  readonly roleName?: string;
  readonly place?: string;
}

/** Finds grants, sorted by holder, role and tenant. */
export const findGrants = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { userIds, groupName, roleName, place }: GrantsSought,
): Promise<GrantRow[]> =>
  gate.read(context, 'Settings:view', (db) => {
    let query = db.selectFrom('grants').selectAll();
    if (userIds !== undefined) query = query.where('user_id', 'in', userIds);
    if (groupName !== undefined) query = query.where('group_name', '=', groupName);
    if (roleName !== undefined) query = query.where('role_name', '=', roleName);
    if (place !== undefined) query = query.where('tenant_id', '=', place);
    return query.orderBy('holder').orderBy('role_name').orderBy('tenant_id').execute();
  });
