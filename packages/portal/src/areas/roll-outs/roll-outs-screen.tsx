import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { rollOutColumns } from './roll-out-columns.tsx';
import { RollOutDrawer } from './roll-out-drawer.tsx';
import { rollOutPollMilliseconds, rollOutSet, type RollOutRow } from './roll-out-row.ts';

const rollOutId = (row: RollOutRow): string => row.rollOutId;

/** The list of staged roll-outs. */
export const RollOutsScreen = () => {
  const mayEdit = usePermissions().has('Devices:edit');
  const drawer = useOpenRow('open', mayEdit);
  const screen = useListScreen<RollOutRow>({
    name: 'rollouts',
    set: rollOutSet,
    columns: rollOutColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    poll: rollOutPollMilliseconds,
  });
  return (
    <ListScreen
      title="Roll-outs"
      help="A package version is installed on a share of the devices first, and on the others once these have been healthy."
      screen={screen}
      rowId={rollOutId}
      exportName="rollouts.csv"
      onCreate={mayEdit && drawer.create}
      onOpen={(row) => drawer.open(row.rollOutId)}
      rowActions={(row) => (
        <OpenAction
          name={`Roll-out ${row.packageName} ${row.version}`}
          mayEdit={mayEdit}
          onOpen={() => drawer.open(row.rollOutId)}
        />
      )}
      emptyTitle="No roll-outs yet"
      emptyHint="Upload a version of a package, then start a roll-out of it."
    >
      <RollOutDrawer drawer={drawer} />
    </ListScreen>
  );
};
