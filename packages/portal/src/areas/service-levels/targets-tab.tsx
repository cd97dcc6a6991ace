import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useMemo } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { useDelete } from '../../ui/list/use-delete.ts';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useWorkUnitTypeOptions } from '../work-units/work-unit-lookups.ts';
import { targetExpand, targetSet, type TargetRow } from './service-level-queries.ts';
import { targetColumns } from './target-columns.tsx';
import { TargetDrawer } from './target-drawer.tsx';
import { targetName } from './target-name.ts';

const targetId = (row: TargetRow): string => row.serviceLevelTargetId;

/** The list of targets for the response to work units and their resolution. */
export const TargetsTab = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits.ServiceLevels:create');
  const drawer = useOpenRow('open', mayCreate);
  const remove = useDelete(targetSet);
  const types = useWorkUnitTypeOptions();
  const columns = useMemo(() => targetColumns(types), [types]);
  const screen = useListScreen<TargetRow>({
    name: 'serviceleveltargets',
    set: targetSet,
    columns,
    sort: [
      { field: 'workUnitTypeId', direction: 'asc' },
      { field: 'severityId', direction: 'asc' },
    ],
    expand: targetExpand,
  });
  return (
    <>
      <ListView
        label="Targets"
        screen={screen}
        rowId={targetId}
        exportName="serviceleveltargets.csv"
        onCreate={mayCreate && drawer.create}
        onOpen={(row) => drawer.open(targetId(row))}
        rowActions={(row) => (
          <>
            <OpenAction
              name={targetName(row)}
              mayEdit={permissions.on(row).has('WorkUnits.ServiceLevels:edit')}
              onOpen={() => drawer.open(targetId(row))}
            />
            {permissions.on(row).has('WorkUnits.ServiceLevels:delete') && (
              <RowAction
                label={`Delete ${targetName(row)}`}
                icon={<DeleteIcon />}
                onClick={() =>
                  void remove({
                    title: 'Delete Target',
                    text: `Delete ${targetName(row)}?`,
                    path: `${targetSet}/${targetId(row)}`,
                  })
                }
              />
            )}
          </>
        )}
        emptyTitle="No targets yet"
        emptyHint="Create the first one; work units of its type and severity then show the time left."
      />
      <TargetDrawer drawer={drawer} />
    </>
  );
};
