import type { ManualAction, Trigger, Triggered } from '@cfs/contracts/manual-actions';
import { postActionRefreshDelay } from '@cfs/contracts/sizes';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { manualActionName } from './manual-action-name.ts';
import { manualActionsKey, useManualActions } from './manual-action-queries.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet } from '../work-unit-row.ts';

interface Command {
  readonly action: ManualAction;
  readonly reject: boolean;
  readonly parameters?: Trigger['userDefinedParams'];
}

const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, postActionRefreshDelay));

/**
 * Commands that run and reject the manual actions of a unit. The queries that show their effect are refreshed 5 s after
 * a run or reject, and immediately after a failure; until then, and while one of the actions runs, the unit is busy.
 */
export const useManualActionCommands = (workUnitId: number) => {
  const refresh = useRefresh();
  const actions = useManualActions(workUnitId).data?.value ?? [];
  const mutationKey = [manualActionsKey, workUnitId];
  const underWay = useIsMutating({ mutationKey });
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ action, reject, parameters = {} }: Command) => {
      const { protocolActionId, workUnitEventTypeId } = action;
      await api.post<Triggered>(`${workUnitSet}/${workUnitId}/protocolActions/${protocolActionId}/trigger`, {
        workUnitEventType: workUnitEventTypeId,
        userDefinedParams: parameters,
        reject,
      });
      await pause();
    },
    onError: (_, { action }) =>
      notify.error(`Unable to trigger manual action ${manualActionName(action)} please try again.`),
    onSettled: () => refresh(manualActionsKey, workUnitHistoryKey, workUnitSet),
  });
  return { command: mutate, isBusy: underWay > 0 || actions.some(({ status }) => status === 'running') };
};
