import type { OfferedAction } from '@cfs/contracts/actions';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** The entity set of the action catalogue. Saving an action invalidates all queries whose key begins with it. */
export const actionDefinitionSet = '/v1/actionDefinitions';

/** The actions that a rule or protocol of a tenant may use, by name. Without a tenant: the actions of all tenants. */
export const useOfferedActions = (users: 'Protocols' | 'Rules', tenantId: string | null) =>
  useQuery({
    queryKey: [actionDefinitionSet, 'offered', users, tenantId],
    queryFn: async ({ signal }) => {
      const path = `${actionDefinitionSet}/GetActionDefinitionsFor${users}(tenantId=${tenantId ?? 'null'})`;
      return (await api.get<{ readonly value: readonly OfferedAction[] }>(path, { signal })).value;
    },
    staleTime: 60_000,
  });
