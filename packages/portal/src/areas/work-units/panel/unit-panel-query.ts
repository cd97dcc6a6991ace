import type { ManualActions } from '@cfs/contracts/manual-actions';
import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { TenantDetails } from '@cfs/contracts/tenants';
import type { FoundPeople } from '@cfs/contracts/work-unit-panel';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import type { PreloadedAnswers } from '../../../lib/api/preloaded-answers.tsx';
import { rowsKey } from '../../../lib/api/use-list.ts';
import { lookupKey } from '../../../lib/lookups.ts';
import { peopleKey } from '../../../lib/people.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { checklistKey, inOrder } from '../desk/checklist-queries.ts';
import { toHistory, withNewest, type KnownHistory } from '../history/merge-records.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import { manualActionsKey } from '../manual-actions/manual-action-queries.ts';
import { relatedKey } from '../relations/related-queries.ts';
import { clocksKey } from '../time-left/unit-clocks.tsx';
import {
  assignmentGroupsPath,
  protocolSet,
  protocolsOf,
  tenantDetailsKey,
  type ProtocolLookup,
} from '../work-unit-lookups.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

const panelKey = 'workUnitPanel';

/** Which of its two numbers identifies a unit. */
export type UnitNumber = 'workUnitId' | 'publicWorkUnitId';

/** The response of GET /v1/workunits/panel (`workUnitPanelSchema`). */
interface UnitPanelAnswer {
  readonly workUnit: WorkUnitRow;
  readonly history: readonly WorkUnitHistoryRecord[];
  readonly relations: readonly RelatedEntity[];
  readonly manualActions: ManualActions;
  readonly serviceLevels: readonly ServiceLevelClock[];
  readonly tenant: TenantDetails;
  readonly assignmentGroups: readonly string[];
  readonly protocols: readonly ProtocolLookup[];
  readonly people: readonly FoundPeople[];
}

interface UnitPanel extends UnitPanelAnswer {
  /** When the call was made, in milliseconds since the epoch. */
  readonly askedAt: number;
}

/** How long a prefetched unit stays in the cache until it is shown. */
const prefetchedMilliseconds = 30_000;

const unitPanelQuery = (tenantId: string, openAs: UnitNumber, id: string) =>
  queryOptions({
    queryKey: [panelKey, tenantId, openAs, id],
    queryFn: async ({ signal }): Promise<UnitPanel | null> => {
      const askedAt = Date.now();
      try {
        const answer = await api.get<UnitPanelAnswer>(`${workUnitSet}/panel?${openAs}=${id}`, { signal });
        return { ...answer, askedAt };
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });

const preloadedBy = (tenantId: string, panel: UnitPanel): PreloadedAnswers => {
  const { workUnit, askedAt } = panel;
  const { workUnitId } = workUnit;
  return {
    askedAt,
    answers: [
      [[workUnitHistoryKey, workUnitId], (known?: KnownHistory) => withNewest(known, toHistory(panel.history))],
      [[relatedKey, workUnitId], panel.relations],
      [[manualActionsKey, workUnitId], panel.manualActions],
      [[checklistKey, workUnitId], inOrder(workUnit.checklist ?? [])],
      [clocksKey(workUnit), panel.serviceLevels],
      [tenantDetailsKey(workUnit.tenantId), panel.tenant],
      [lookupKey(assignmentGroupsPath(workUnit.tenantId), tenantId), panel.assignmentGroups],
      [rowsKey(protocolSet, tenantId, protocolsOf(workUnit.tenantId)), panel.protocols],
      ...panel.people.map(({ among, searchTerm, found }) => [peopleKey(among, searchTerm), found] as const),
    ],
  };
};

/**
 * Everything that the panel of a unit shows, by one request: `row` is the unit, `undefined` while loading and after an
 * error, `null` if there is none; `preloaded` provides the data for the queries of the parts of the panel. A prefetched
 * unit is shown immediately and fetched again; `isPresent` is true once that is done.
 */
export const useUnitPanel = (openAs: UnitNumber, id: string, enabled: boolean) => {
  const tenantId = useTenantId();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...unitPanelQuery(tenantId, openAs, id),
    enabled,
    // A form that reopens starts from current values.
    gcTime: 0,
    staleTime: 0,
  });
  const preloaded = useMemo(() => (data ? preloadedBy(tenantId, data) : undefined), [tenantId, data]);
  return {
    row: data && data.workUnit,
    preloaded,
    isPresent: isFetchedAfterMount,
    error,
    retry: () => void refetch(),
  } as const;
};

/** Prefetches the panels of these units. */
export const usePrefetchUnits = (ids: readonly string[]): void => {
  const tenantId = useTenantId();
  const client = useQueryClient();
  const wanted = ids.join();
  useEffect(() => {
    for (const id of wanted === '' ? [] : wanted.split(','))
      void client.prefetchQuery({ ...unitPanelQuery(tenantId, 'workUnitId', id), gcTime: prefetchedMilliseconds });
  }, [client, tenantId, wanted]);
};

/** Updates a saved unit in the cached panels. */
export const keepInPanels = (client: QueryClient, saved: WorkUnit): void => {
  client.setQueriesData<UnitPanel | null>({ queryKey: [panelKey] }, (panel) =>
    panel?.workUnit.workUnitId === saved.workUnitId ? { ...panel, workUnit: { ...panel.workUnit, ...saved } } : panel,
  );
};
