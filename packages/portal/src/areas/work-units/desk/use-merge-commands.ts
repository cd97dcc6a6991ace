import type { WorkUnit } from '@cfs/contracts/work-units';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { relatedKey } from '../relations/related-queries.ts';
import { workUnitSet } from '../work-unit-row.ts';

type Merged = Pick<WorkUnit, 'workUnitId' | 'publicWorkUnitId'>;

/** Commands that merge a unit into another one, and undo a merge. A refusal shows its reason. */
export const useMergeCommands = () => {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (path: string, body: object, done: string): Promise<WorkUnit | undefined> => {
    setBusy(true);
    try {
      const saved = await api.post<WorkUnit>(path, body);
      notify.success(done);
      return saved;
    } catch (error) {
      notifyProblem(error);
      return undefined;
    } finally {
      setBusy(false);
      // A merge adds or removes older notes, so the cached streams of other units are removed.
      client.removeQueries({ queryKey: [workUnitHistoryKey], type: 'inactive' });
      void refresh(workUnitSet, relatedKey, workUnitHistoryKey);
    }
  };
  return {
    isBusy,
    merge: ({ workUnitId, publicWorkUnitId }: Merged, targetId: number, copiesRequester: boolean) =>
      attempt(
        `${workUnitSet}/${workUnitId}/merge`,
        { targetId, copiesRequester },
        `Work unit #${publicWorkUnitId} was merged.`,
      ),
    unmerge: ({ workUnitId, publicWorkUnitId }: Merged) =>
      attempt(`${workUnitSet}/${workUnitId}/unmerge`, {}, `Work unit #${publicWorkUnitId} is no longer merged.`),
  };
};
