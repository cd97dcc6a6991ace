import type { Checklist } from '@cfs/contracts/compliance';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type CallOptions } from '../../lib/api/api-client.ts';
import { prefetchRows } from '../../lib/api/prefetch-rows.ts';
import type { ListQuery } from '../../lib/api/odata-query.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import type { ControlSetRow } from './control-set.ts';

export const controlSetSet = '/v1/controlsets';
export const controlStatusSet = '/v1/controlstatuses';

const controlSetsQuery: ListQuery = {
  select: 'id,name,description,tenantId,modified',
  orderBy: [{ field: 'name', direction: 'asc' }],
  top: 1_000,
};

/** The control sets of the tenant, by name. */
export const useControlSets = () => useRows<ControlSetRow>(controlSetSet, controlSetsQuery);

/** Identifies a checklist: a control set in a week of a tenant. */
export interface ChecklistKey {
  readonly tenantId: string;
  readonly controlSetId: string;
  /** The Sunday as `YYYY-MM-DD`. */
  readonly week: string;
}

export const checklistKey = ({ tenantId, controlSetId, week }: ChecklistKey) =>
  [controlSetSet, tenantId, 'checklist', controlSetId, week] as const;

const freshMilliseconds = 5_000;

const checklistAddress = (query: Readonly<Record<string, string>>): string =>
  `${controlSetSet}/checklist?${new URLSearchParams(query).toString()}`;

const fetchChecklist = ({ tenantId, controlSetId, week }: ChecklistKey, options: CallOptions): Promise<Checklist> =>
  api.get(checklistAddress({ checkDate: week, tenantId, controlSetId }), options);

type FirstChecklist = Pick<ChecklistKey, 'tenantId' | 'week'>;

const firstChecklistKey = ({ tenantId, week }: FirstChecklist) =>
  [controlSetSet, tenantId, 'first-checklist', week] as const;

const fetchFirstChecklist = async (
  client: QueryClient,
  { tenantId, week }: FirstChecklist,
  options: CallOptions,
): Promise<string | null> => {
  const first = await api.get<Checklist>(checklistAddress({ checkDate: week, tenantId }), options);
  const { controlSetId } = first;
  if (controlSetId !== null) client.setQueryData(checklistKey({ tenantId, controlSetId, week }), first);
  return controlSetId;
};

/**
 * Loads the checklist of the first control set by name, in parallel with the list of control sets, and stores it in the
 * cache for `useChecklistQuery`. Returns whether the request is in flight.
 */
export const useFirstChecklist = (about: FirstChecklist, isWanted: boolean): boolean => {
  const client = useQueryClient();
  const { isFetching } = useQuery({
    queryKey: firstChecklistKey(about),
    enabled: isWanted,
    staleTime: Infinity,
    queryFn: ({ signal }) => fetchFirstChecklist(client, about, { signal }),
  });
  return isFetching;
};

/** The checklist of a week, polled while the tab is visible. Nothing is loaded while `waits` is true. */
export const useChecklistQuery = (key: ChecklistKey, waits: boolean) =>
  useQuery({
    queryKey: checklistKey(key),
    queryFn: ({ signal }) => fetchChecklist(key, { signal }),
    enabled: key.controlSetId !== '' && !waits,
    // A checklist that `useFirstChecklist` has just stored is not loaded again.
    staleTime: freshMilliseconds,
    ...pollEvery(pollIntervals.compliance),
  });

/**
 * Prefetches the control sets and the checklist of a control set, by default of the first one. Errors are reported
 * later by the screen.
 */
export const prefetchCompliance = (
  client: QueryClient,
  about: FirstChecklist,
  controlSetId: string | undefined,
): void => {
  const { tenantId, week } = about;
  prefetchRows(client, tenantId, controlSetSet, controlSetsQuery);
  if (controlSetId === undefined)
    void client.prefetchQuery({
      queryKey: firstChecklistKey(about),
      staleTime: Infinity,
      queryFn: ({ signal }) => fetchFirstChecklist(client, about, { signal, handlesForbidden: true }),
    });
  else
    void client.prefetchQuery({
      queryKey: checklistKey({ tenantId, week, controlSetId }),
      staleTime: freshMilliseconds,
      queryFn: ({ signal }) => fetchChecklist({ tenantId, week, controlSetId }, { signal, handlesForbidden: true }),
    });
};
