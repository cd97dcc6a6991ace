import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import { api } from '../../../lib/api/api-client.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { protocolSet } from '../protocol-row.ts';
import { useRefreshProtocolActions } from './protocol-action-queries.ts';
import { protocolActionName, protocolActionSet, type ProtocolActionRow } from './protocol-action-row.ts';

/** Commands that delete and reorder the actions of a protocol. */
export const useProtocolActionCommands = (protocolId: string) => {
  const ask = useAsk();
  const refresh = useRefreshProtocolActions();
  const run = async (command: () => Promise<unknown>): Promise<void> => {
    try {
      await command();
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh();
    }
  };
  return {
    remove: async (action: ProtocolActionRow): Promise<void> => {
      const text = `Delete ${protocolActionName(action)} from the actions of ${action.workUnitEventTypeId}?`;
      const question = { title: 'Delete Protocol Action', text, yes: 'Delete', no: 'Cancel', isDestructive: true };
      if ((await ask(question)) === undefined) return;
      await run(() => api.delete(`${protocolActionSet}/${action.protocolActionId}`));
    },
    /**
     * Stores a new order of an event's actions; the server refuses it if their stored order is no longer the one in
     * `seen`.
     */
    reorder: (
      event: WorkUnitEventType,
      seen: readonly ProtocolActionRow[],
      protocolActionIds: readonly string[],
    ): Promise<void> =>
      run(() =>
        api.post(`${protocolSet}/${protocolId}/actionOrder`, {
          workUnitEventTypeId: event,
          expected: seen.map((action) => action.protocolActionId),
          protocolActionIds,
        }),
      ),
  };
};
