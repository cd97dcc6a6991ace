import type { Checklist } from '@cfs/contracts/compliance';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { pollEvery } from '../../lib/polling.ts';
import type { ControlSetRow } from './control-set.ts';

export const controlSetSet = '/v1/controlsets';
export const controlStatusSet = '/v1/controlstatuses';

const byName = [{ field: 'name', direction: 'asc' }] as const;

/** The control sets of the tenant, by name. */
export const useControlSets = () =>
  useRows<ControlSetRow>(controlSetSet, {
    select: 'id,name,description,tenantId,modified',
    orderBy: byName,
    top: 1_000,
  });

/** Which checklist: a control set in a week of a tenant. */
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

const fetchChecklist = ({ tenantId, controlSetId, week }: ChecklistKey, signal: AbortSignal): Promise<Checklist> =>
  api.get(checklistAddress({ checkDate: week, tenantId, controlSetId }), { signal });

/**
 * Reads the checklist of the first control set by name, together with the list of the control sets instead of after it, and
 * stores it for `useChecklistQuery`. Returns whether it is being read.
 */
export const useFirstChecklist = (
  { tenantId, week }: Pick<ChecklistKey, 'tenantId' | 'week'>,
  isWanted: boolean,
): boolean => {
  const client = useQueryClient();
  const { isFetching } = useQuery({
    queryKey: [controlSetSet, tenantId, 'first-checklist', week],
    enabled: isWanted,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const first = await api.get<Checklist>(checklistAddress({ checkDate: week, tenantId }), { signal });
      const { controlSetId } = first;
      if (controlSetId !== null) client.setQueryData(checklistKey({ tenantId, controlSetId, week }), first);
      return controlSetId;
    },
  });
  return isFetching;
};

/** The checklist of a week; polls while the tab is visible. Nothing is read while it `waits`. */
export const useChecklistQuery = (key: ChecklistKey, waits: boolean) =>
  useQuery({
    queryKey: checklistKey(key),
    queryFn: ({ signal }) => fetchChecklist(key, signal),
    enabled: key.controlSetId !== '' && !waits,
    // What useFirstChecklist has stored is not read again.
    staleTime: freshMilliseconds,
    ...pollEvery(pollIntervals.compliance),
  });
