import type { ProtocolAction, ProtocolActionCreate, ProtocolActionUpdate } from '@cfs/contracts/protocols';
import { api } from '../../../lib/api/api-client.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { useRefresh, useRows } from '../../../lib/api/use-list.ts';
import { protocolSet } from '../protocol-row.ts';
import { protocolActionSet, type ProtocolActionRow } from './protocol-action-row.ts';

/** The toast when saving an action of a protocol fails. */
export const protocolActionFailure = 'A problem occurred saving the action. Please try again.';

/** The actions of a protocol, those of each event in their order. */
export const useProtocolActions = (protocolId: string) =>
  useRows<ProtocolActionRow>(protocolActionSet, {
    filter: equals('protocolId', protocolId),
    expand: 'actionDefinition',
    orderBy: [
      { field: 'sequence', direction: 'asc' },
      { field: 'created', direction: 'asc' },
    ],
  });

/** Invalidates the queries that show actions of protocols. */
export const useRefreshProtocolActions = (): (() => Promise<void>) => {
  const refresh = useRefresh();
  return () => refresh(protocolActionSet, protocolSet);
};

/** Creates an action of a protocol, or updates the one with this id. */
export const useSaveProtocolAction = () => {
  const refresh = useRefreshProtocolActions();
  return async (values: ProtocolActionCreate | ProtocolActionUpdate, id?: string): Promise<ProtocolAction> => {
    const saved = id
      ? await api.post<ProtocolAction>(`${protocolActionSet}/${id}`, values)
      : await api.put<ProtocolAction>(protocolActionSet, values);
    await refresh();
    return saved;
  };
};
