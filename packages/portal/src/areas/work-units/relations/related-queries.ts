import { isUnitRelation } from '@cfs/contracts/work-unit-enumerations';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { usePreloaded } from '../../../lib/api/preloaded-answers.tsx';
import { workUnitSet } from '../work-unit-row.ts';

export const relatedKey = 'workUnitRelations';

/** The entities that a unit is related to, newest first, at most 100 of each type. */
export const useRelated = (workUnitId: number) =>
  useQuery({
    queryKey: [relatedKey, workUnitId],
    queryFn: async ({ signal }) => {
      const path = `${workUnitSet}/${workUnitId}/relations`;
      return (await api.get<{ readonly value: readonly RelatedEntity[] }>(path, { signal })).value;
    },
    ...usePreloaded<readonly RelatedEntity[]>([relatedKey, workUnitId]),
  });

/** Whether the tab Related shows an entity; parents, children and merged units are shown with the unit itself. */
export const isInRelatedTab = ({ referenceType }: RelatedEntity): boolean =>
  referenceType === 'WorkUnit' || !isUnitRelation(referenceType);

/** The number of entities that the tab Related shows; `undefined` until it is known. */
export const useRelatedCount = (workUnitId: number): number | undefined =>
  useRelated(workUnitId).data?.filter(isInRelatedTab).length;
