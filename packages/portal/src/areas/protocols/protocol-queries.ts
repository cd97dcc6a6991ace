import type { MatchedRule, Protocol, ProtocolCreate, ProtocolUpdate } from '@cfs/contracts/protocols';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { protocolSet } from './protocol-row.ts';

/** The toast when saving a protocol fails. */
export const protocolFailure = 'A problem occured saving the protocol. Please try again.';

/** Creates a protocol, or updates the one with this id; invalidates lists and lookups. Resolves to the stored row. */
export const useSaveProtocol = () => {
  const refresh = useRefresh();
  return async (values: ProtocolCreate | ProtocolUpdate, protocolId?: string): Promise<Protocol> => {
    const saved = protocolId
      ? await api.post<Protocol>(`${protocolSet}/${protocolId}`, values)
      : await api.put<Protocol>(protocolSet, values);
    await refresh(protocolSet, 'lookup');
    return saved;
  };
};

/** The rules whose create-work-unit action names the protocol, by name. */
export const useMatchedRules = (protocolId: string) => {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [protocolSet, tenantId, 'matchedRules', protocolId],
    queryFn: async ({ signal }) => {
      const path = `${protocolSet}/GetMatchedRules(id=${protocolId})`;
      return (await api.get<{ readonly value: readonly MatchedRule[] }>(path, { signal })).value;
    },
  });
};
