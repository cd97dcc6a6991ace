import type { WorkUnit } from '@cfs/contracts/work-units';
import { useCallback } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import type { PatchOperation } from '../../../lib/forms/patch.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { workUnitSet } from '../work-unit-row.ts';

/**
 * Saves a patch of a unit. A patch that would finish a unit with open children needs a confirmation.
 *
 * @throws ApiProblem with the key `OpenChildren` if the user declines.
 */
export const usePatchUnit = () => {
  const ask = useAsk();
  return useCallback(
    async (workUnitId: number, operations: readonly PatchOperation[]): Promise<WorkUnit> => {
      const path = `${workUnitSet}/${workUnitId}`;
      try {
        return await api.patch<WorkUnit>(path, operations);
      } catch (error) {
        const open = error instanceof ApiProblem ? error.errors['OpenChildren'] : undefined;
        if (!open) throw error;
        const text = `${open.join(' ')} Save anyway?`;
        const answer = await ask({ title: 'Open Children', text, yes: 'Leave them open', no: 'Cancel' });
        if (answer === undefined) throw new ApiProblem(400, { detail: open.join(' '), errors: { OpenChildren: open } });
        return await api.patch<WorkUnit>(`${path}?openChildren=leave`, operations);
      }
    },
    [ask],
  );
};
