import { protocolActionTypes, ruleActionTypes } from '@cfs/contracts/action-enumerations';
import { namesIn, occasionPlaceholders, packetPlaceholderGroups, workUnitPlaceholders } from '@cfs/contracts/actions';
import type { Secret } from '@cfs/contracts/secrets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';

/** Placeholders of one origin. */
export interface PlaceholderGroup {
  readonly title: string;
  readonly names: readonly string[];
  /** Further placeholders that cannot be listed. */
  readonly note?: string;
}

const secretNames = async (tenantId: string, signal: AbortSignal): Promise<readonly string[]> => {
  const secrets = await api.get<readonly Secret[]>(`/v1/tenants/${tenantId}/secrets`, {
    signal,
    handlesForbidden: true,
  });
  return secrets.map(({ name }) => name).toSorted();
};

/**
 * The names of the secrets of a tenant, by default of the current one. Empty if the person may not list them or if they
 * cannot be loaded, because an action can be saved without them.
 */
const useSecretNames = (tenantId: string | null): readonly string[] => {
  const currentTenantId = useTenantId();
  const mayList = usePermissions().has('Tenants:edit');
  const of = tenantId ?? currentTenantId;
  const { data } = useQuery({
    queryKey: ['secretNames', of],
    queryFn: ({ signal }) => secretNames(of, signal),
    enabled: mayList,
    retry: false,
    staleTime: 60_000,
  });
  return data ?? [];
};

interface ActionDraft {
  readonly actionDefinitionTypeId: number | undefined;
  readonly inputParameters: string | null | undefined;
  readonly tenantId: string | null;
}

/** The placeholders that an action may contain, by origin: its input parameters, its events, the tenant's secrets. */
export const usePlaceholderGroups = (action: ActionDraft): readonly PlaceholderGroup[] => {
  const secrets = useSecretNames(action.tenantId);
  const { actionDefinitionTypeId: typeId = 0 } = action;
  const groups: readonly PlaceholderGroup[] = [
    { title: 'Input parameters', names: namesIn(action.inputParameters) },
    ...(protocolActionTypes.includes(typeId) ? [{ title: 'Work unit', names: workUnitPlaceholders }] : []),
    ...(ruleActionTypes.includes(typeId)
      ? [
          {
            title: 'Rule match',
            names: occasionPlaceholders,
            note: `and fields of the packet: ${packetPlaceholderGroups.map((group) => `{{${group}.…}}`).join(', ')}`,
          },
        ]
      : []),
    { title: 'Secrets', names: secrets.map((name) => `secret:${name}`) },
  ];
  return groups.filter(({ names }) => names.length > 0);
};
