import type { OfferedAction } from '@cfs/contracts/actions';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** The set of the action catalogue; saving an action invalidates what is queried under it. */
export const actionDefinitionSet = '/v1/actionDefinitions';

/** The actions that a rule or protocol of a tenant may use, by name; of one without a tenant, those of every tenant. */
export const useOfferedActions = (users: 'Protocols' | 'Rules', tenantId: string | null) =>
  useQuery({
    queryKey: [actionDefinitionSet, 'offered', users, tenantId],
    queryFn: async ({ signal }) => {
      const path = `${actionDefinitionSet}/GetActionDefinitionsFor${users}(tenantId=${tenantId ?? 'null'})`;
      return (await api.get<{ readonly value: readonly OfferedAction[] }>(path, { signal })).value;
    },
    staleTime: 60_000,
  });
