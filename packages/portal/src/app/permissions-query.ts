import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api/api-client.ts';

/** What the person may do in a tenant. */
export const permissionsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['permissions', tenantId],
    queryFn: ({ signal }) => api.get<readonly string[]>('/v1/permissions', { signal, handlesForbidden: true }),
    staleTime: 60_000,
  });
