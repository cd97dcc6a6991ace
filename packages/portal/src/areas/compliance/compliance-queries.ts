import { checkDateOf } from '@cfs/contracts/control-statuses';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { pollEvery } from '../../lib/polling.ts';
import type { Checklist, ControlSetRow, StatusRecord } from './control-set.ts';

export const controlSetSet = '/v1/controlsets';
export const controlStatusSet = '/v1/controlstatuses';

/** The control sets of the tenant, by name. */
export const useControlSets = () =>
  useRows<ControlSetRow>(controlSetSet, {
    select: 'id,name,description,tenantId',
    orderBy: [{ field: 'name', direction: 'asc' }],
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

interface ExpandedSet {
  readonly controls: readonly {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly controlStatuses: readonly StatusRecord[];
  }[];
}

const fetchChecklist = async (
  { tenantId, controlSetId, week }: ChecklistKey,
  signal: AbortSignal,
): Promise<Checklist> => {
  const statuses = `controlStatuses($filter=checkDate eq ${checkDateOf(week)} and tenantId eq ${tenantId};$select=id,status,notes,modified)`;
  const [set] = await fetchRows<ExpandedSet>(
    controlSetSet,
    {
      filter: equals('id', controlSetId),
      select: 'id',
      expand: `controls($select=id,name,title;$expand=${statuses})`,
    },
    signal,
  );
  return {
    controls: (set?.controls ?? []).map(({ controlStatuses: [record], ...control }) => ({ ...control, record })),
  };
};

/** The checklist of a week; polls while the tab is visible. */
export const useChecklistQuery = (key: ChecklistKey) =>
  useQuery({
    queryKey: checklistKey(key),
    queryFn: ({ signal }) => fetchChecklist(key, signal),
    enabled: key.controlSetId !== '',
    ...pollEvery(pollIntervals.compliance),
  });
