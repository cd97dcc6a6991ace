import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { useTenantId } from '../../lib/use-tenant.ts';

export interface ActionDefinitionLookup {
  readonly actionDefinitionId: string;
  readonly name: string;
  readonly inputParameters: string | null;
}

/** The actions that a rule of this tenant may name; a rule without a tenant is offered those of the current one. */
export const useRuleActionDefinitions = (tenantId: string | null): readonly ActionDefinitionLookup[] => {
  const currentTenantId = useTenantId();
  const of = tenantId ?? currentTenantId;
  const { data } = useQuery({
    queryKey: ['ruleActionDefinitions', of],
    queryFn: async ({ signal }) => {
      const path = `/v1/actionDefinitions/GetActionDefinitionsForRules(tenantId=${of})`;
      return (await api.get<{ readonly value: readonly ActionDefinitionLookup[] }>(path, { signal })).value;
    },
    staleTime: 60_000,
  });
  return data ?? [];
};
