import type { ManualActions } from '@cfs/contracts/manual-actions';
import { postActionRefreshDelay } from '@cfs/contracts/sizes';
import { useIsFetching, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { usePreloaded } from '../../../lib/api/preloaded-answers.tsx';
import { workUnitSet } from '../work-unit-row.ts';

export const manualActionsKey = 'manualActions';

/**
 * The manual actions of a unit in its current state, polled every 5 s while one of them runs. They are removed from the
 * cache as soon as no component uses them, so closing the panel clears them.
 */
export const useManualActions = (workUnitId: number) =>
  useQuery({
    queryKey: [manualActionsKey, workUnitId],
    queryFn: ({ signal }) => api.get<ManualActions>(`${workUnitSet}/${workUnitId}/manualActions`, { signal }),
    ...usePreloaded<ManualActions>([manualActionsKey, workUnitId]),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.value.some(({ status }) => status === 'running') ? postActionRefreshDelay : false,
  });

/** The number of manual actions that wait for a decision; `undefined` until it is known. */
export const usePendingActionCount = (workUnitId: number): number | undefined =>
  useManualActions(workUnitId).data?.waiting;

/**
 * Whether the unit's manual actions, which include the history of their runs, are being fetched, or a command on one of
 * them is in flight.
 */
export const useIsActionHistoryAsked = (workUnitId: number): boolean => {
  const queryKey = [manualActionsKey, workUnitId];
  const asked = useIsFetching({ queryKey });
  const underWay = useIsMutating({ mutationKey: queryKey });
  return asked + underWay > 0;
};

/**
 * Removes the pending actions of all units from the cache, as closing the filter panel does
 * (docs/reference/work-units.md#list).
 */
export const useClearPendingActions = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: [manualActionsKey], type: 'inactive' }), [client]);
};
