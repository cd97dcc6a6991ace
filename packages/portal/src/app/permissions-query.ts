import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api/api-client.ts';
import { permissionSet, type PermissionSet } from '../lib/permissions.tsx';

const paths = ['/v1/permissions', '/v1/permissions?inAllTenants=true'];

/** A stable reference for all renders, so that the selected result is reused as long as the responses are equal. */
const toPermissionSet = ([here = [], shared = []]: readonly (readonly string[])[]): PermissionSet =>
  permissionSet(here, shared);

/** The person's permissions in a tenant, and on rows of all tenants. */
export const permissionsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['permissions', tenantId],
    queryFn: ({ signal }) =>
      Promise.all(paths.map((path) => api.get<readonly string[]>(path, { signal, handlesForbidden: true }))),
    select: toPermissionSet,
    staleTime: 60_000,
  });
