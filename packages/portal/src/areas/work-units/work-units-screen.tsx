import { pollIntervals } from '@cfs/contracts/sizes';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useListScreen } from '../../ui/use-list-screen.ts';
import { AutoRefresh } from './auto-refresh.tsx';
import { CreateWorkUnitMenu } from './create-work-unit-menu.tsx';
import { useAcknowledge } from './use-acknowledge.ts';
import { workUnitColumns } from './work-unit-columns.tsx';
import { firstConditions, hideFinished } from './work-unit-filter.ts';
import { useWorkUnitTypeOptions } from './work-unit-lookups.ts';
import { exactFields, searchedFields, workUnitListQuery, workUnitSet, type WorkUnitListRow } from './work-unit-row.ts';

/** Forms are loaded when the first one opens: a list does without them. */
const WorkUnitPanel = lazy(async () => ({ default: (await import('./work-unit-panel.tsx')).WorkUnitPanel }));

const workUnitId = (row: WorkUnitListRow): string => String(row.workUnitId);

export const WorkUnitsScreen = () => {
  const [query, patch] = useAddressQuery();
  const [isAutomatic, setAutomatic] = useState(true);
  const permissions = usePermissions();
  const acknowledge = useAcknowledge();
  const types = useWorkUnitTypeOptions();
  const openId = query['workUnitId'] ?? query['publicWorkUnitId'];
  const mayEdit = permissions.has('WorkUnits:edit');
  const columns = useMemo(
    () =>
      workUnitColumns({
        types,
        onAcknowledge: mayEdit && acknowledge ? (workUnit) => void acknowledge(workUnit) : undefined,
      }),
    [types, mayEdit, acknowledge],
  );
  const screen = useListScreen<WorkUnitListRow>({
    name: 'workunits',
    set: workUnitSet,
    columns,
    sort: [
      { field: 'severityId', direction: 'asc' },
      { field: 'created', direction: 'desc' },
    ],
    conditions: firstConditions,
    filter: (list) => hideFinished(list.conditions),
    exact: exactFields,
    ...workUnitListQuery,
    poll: pollIntervals.workUnits,
    pollPaused: !isAutomatic || openId !== undefined,
  });
  return (
    <ListScreen
      title={openId && openId !== 'new' ? `WU #${openId}` : 'Work Units'}
      label="Work units"
      help="Incidents, change requests and intake of every tenant that you may see."
      aside={<AutoRefresh isOn={isAutomatic} onChange={setAutomatic} />}
      screen={screen}
      rowId={workUnitId}
      searchFields={searchedFields}
      exportName="workunits.csv"
      create={
        permissions.has('WorkUnits:create') && (
          <CreateWorkUnitMenu onChosen={(typeId) => patch({ workUnitId: 'new', createType: String(typeId) })} />
        )
      }
      onOpen={(row) => patch({ workUnitId: workUnitId(row) })}
      emptyTitle="No work units here"
      emptyHint="Every unit that is not finished would stand here."
    >
      {openId && (
        <Suspense>
          <WorkUnitPanel
            openId={openId}
            onClose={() =>
              patch({ workUnitId: undefined, publicWorkUnitId: undefined, createType: undefined, tab: undefined })
            }
          />
        </Suspense>
      )}
    </ListScreen>
  );
};
