import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { relatedKey } from './related-queries.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { workUnitSet } from '../work-unit-row.ts';

/**
 * Commands that relate a unit to other entities, and remove a relation after a confirmation. A failure shows its
 * reason.
 */
export const useRelationCommands = (workUnitId: number) => {
  const refresh = useRefresh();
  const ask = useAsk();
  const relations = `${workUnitSet}/${workUnitId}/relations`;
  const attempt = async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
    } catch (error) {
      notifyProblem(error, ({ errors, detail }) => errors['ReferenceId']?.join(' ') ?? detail);
    } finally {
      await refresh(relatedKey, workUnitHistoryKey);
    }
  };
  return {
    add: (relation: WorkUnitRelation): Promise<void> => attempt(() => api.put(relations, relation)),
    remove: async ({ referenceType, referenceId, label }: RelatedEntity): Promise<void> => {
      const text = `Remove the relation to ${label ?? referenceId}?`;
      const answer = await ask({ title: 'Remove Relation', text, yes: 'Remove', no: 'Cancel', isDestructive: true });
      if (answer === undefined) return;
      await attempt(() => api.delete(`${relations}/${referenceType}/${encodeURIComponent(referenceId)}`));
    },
  };
};
