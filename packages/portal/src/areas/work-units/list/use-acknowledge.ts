import { useMemo } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { callOnce } from '../../../lib/call-once.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { notify } from '../../../lib/notify.ts';
import { patchOf } from '../../../lib/forms/patch.ts';
import { saveFailure } from '../panel/save-failure.ts';
import { workUnitSet, type WorkUnitListRow } from '../work-unit-row.ts';

/** Acknowledges a new unit and assigns it to the signed-in user. `undefined` until that user is known. */
export const useAcknowledge = () => {
  const user = useCurrentUser();
  const refresh = useRefresh();
  return useMemo(() => {
    if (!user) return undefined;
    const acknowledge = async (workUnit: WorkUnitListRow): Promise<void> => {
      const { stateId, assignedTo, workUnitId, publicWorkUnitId } = workUnit;
      try {
        const patch = patchOf({ stateId, assignedTo }, { stateId: 'Acknowledged', assignedTo: user.userName });
        await api.patch(`${workUnitSet}/${workUnitId}`, patch);
        notify.success(`Work unit #${publicWorkUnitId} acknowledged.`);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        notify.error(saveFailure(error));
      } finally {
        await refresh(workUnitSet);
      }
    };
    return (workUnit: WorkUnitListRow): Promise<void> =>
      callOnce(`acknowledge ${workUnit.workUnitId}`, () => acknowledge(workUnit));
  }, [user, refresh]);
};
