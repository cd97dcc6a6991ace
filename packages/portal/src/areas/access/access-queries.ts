import type { Grant, GrantCreate } from '@cfs/contracts/access-grants';
import type { Person, PersonInvite, PersonUpdate } from '@cfs/contracts/access-people';
import type { Role, RoleCreate, RoleRow, RoleUpdate } from '@cfs/contracts/access-roles';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh, useRows } from '../../lib/api/use-list.ts';
import { change } from './access-calls.ts';

export const personSet = '/v1/people';
export const roleSet = '/v1/roles';
export const grantSet = '/v1/grants';

/** A grant with its tenant and person expanded, as the lists show it. */
export interface GrantRow extends Grant {
  readonly tenant?: { readonly name: string } | null;
  readonly person?: { readonly name: string; readonly enabled: boolean } | null;
}

/** A role with its tenant expanded, as the list shows it. */
export interface ListedRole extends RoleRow {
  readonly tenant?: { readonly name: string } | null;
}

export const useInvitePerson = () => {
  const refresh = useRefresh();
  return async (values: PersonInvite): Promise<Person> => {
    const person = await change<Person>('PUT', personSet, values);
    await refresh(personSet, grantSet);
    return person;
  };
};

export const useSavePerson = () => {
  const refresh = useRefresh();
  return async (values: PersonUpdate, userId: string): Promise<Person> => {
    const person = await change<Person>('POST', `${personSet}/${userId}`, values);
    await refresh(personSet, grantSet);
    return person;
  };
};

/** All roles that the caller may see, built-in roles first. */
export const useRoles = (): readonly RoleRow[] =>
  useRows<RoleRow>(roleSet, {
    orderBy: [
      { field: 'builtIn', direction: 'desc' },
      { field: 'name', direction: 'asc' },
    ],
  }).data ?? [];

export const fetchRole = (roleId: string): Promise<Role> => api.get<Role>(`${roleSet}/${roleId}`);

/** One role with its permissions; `undefined` while loading or without an id. */
export const useRole = (roleId: string | undefined): Role | undefined =>
  useQuery({
    queryKey: [roleSet, 'one', roleId],
    queryFn: () => fetchRole(roleId ?? ''),
    enabled: roleId !== undefined,
  }).data;

/** Creates a role, or updates the one with this id. */
export const useSaveRole = () => {
  const refresh = useRefresh();
  return async (values: RoleCreate | RoleUpdate, roleId?: string): Promise<Role> => {
    const role = await (roleId
      ? change<Role>('POST', `${roleSet}/${roleId}`, values)
      : change<Role>('PUT', roleSet, values));
    await refresh(roleSet, grantSet);
    return role;
  };
};

export const useAddGrant = () => {
  const refresh = useRefresh();
  return async (values: GrantCreate): Promise<Grant> => {
    const grant = await change<Grant>('PUT', grantSet, values);
    await refresh(grantSet, personSet);
    return grant;
  };
};
