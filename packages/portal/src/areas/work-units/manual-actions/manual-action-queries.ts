import type { ManualActions } from '@cfs/contracts/manual-actions';
import { postActionRefreshDelay } from '@cfs/contracts/sizes';
import { useIsFetching, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { useCarried } from '../../../lib/api/carried-answers.tsx';
import { workUnitSet } from '../work-unit-row.ts';

export const manualActionsKey = 'manualActions';

/**
 * The manual actions of a unit for its present state, asked for again every 5 s while one of them runs. They are
 * forgotten as soon as nothing shows them any more, so closing the panel clears them.
 */
export const useManualActions = (workUnitId: number) =>
  useQuery({
    queryKey: [manualActionsKey, workUnitId],
    queryFn: ({ signal }) => api.get<ManualActions>(`${workUnitSet}/${workUnitId}/manualActions`, { signal }),
    ...useCarried<ManualActions>([manualActionsKey, workUnitId]),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.value.some(({ standing }) => standing === 'running') ? postActionRefreshDelay : false,
  });

/** How many manual actions wait for a decision; `undefined` until it is known. */
export const usePendingActionCount = (workUnitId: number): number | undefined =>
  useManualActions(workUnitId).data?.waiting;

/** Whether the unit's manual actions, which hold the history of their runs, are being asked for, or one of them runs. */
export const useIsActionHistoryAsked = (workUnitId: number): boolean => {
  const queryKey = [manualActionsKey, workUnitId];
  const asked = useIsFetching({ queryKey });
  const underWay = useIsMutating({ mutationKey: queryKey });
  return asked + underWay > 0;
};

/** Forgets the pending actions of all units, as closing the filter panel does (docs/reference/work-units.md#list). */
export const useForgetPendingActions = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: [manualActionsKey], type: 'inactive' }), [client]);
};
