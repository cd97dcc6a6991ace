import { builtInActions, builtInTypes } from '@cfs/contracts/action-enumerations';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import PlayArrowIcon from '@mui/icons-material/PlayArrowOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { actionDefinitionColumns } from './action-definition-columns.ts';
import { ActionDefinitionDrawer, ActionDependenciesDrawer, ActionTestDrawer } from './action-definition-drawer.tsx';
import type { ActionDefinitionRow } from './action-definition.ts';
import { ActionHistoryDrawer } from './history/action-history-drawer.tsx';
import { actionDefinitionSet } from './offered-actions.ts';

const actionDefinitionId = (row: ActionDefinitionRow): string => row.actionDefinitionId;

/** Actions that act on a rule match and cannot be tested alone. */
const untestable: ReadonlySet<string> = new Set([builtInActions.setColor, builtInActions.createWorkUnit]);

export const ActionCatalogScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('ActionDefinitions:create');
  const mayEdit = permissions.has('ActionDefinitions:edit');
  const drawer = useOpenRow('open', mayCreate);
  const [test, history, deletion] = [useOpenRow('test'), useOpenRow('history'), useOpenRow('delete')];
  const screen = useListScreen<ActionDefinitionRow>({
    name: 'actionDefinitions',
    set: actionDefinitionSet,
    columns: actionDefinitionColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    select: 'actionDefinitionId,name,description,actionDefinitionTypeId,tenantId',
    expand: 'tenant',
  });
  const ofHistory = screen.rows.rows.find((row) => row.actionDefinitionId === history.openId);
  return (
    <ListScreen
      title="Action Catalog"
      help="Actions that rules and protocols run: built-in actions and your own HTTP calls."
      screen={screen}
      rowId={actionDefinitionId}
      searchFields="name and description"
      exportName="actiondefinitions.csv"
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(row.actionDefinitionId)}
      actionsWidth={152}
      rowActions={(row) => {
        const isBuiltIn = builtInTypes.has(row.actionDefinitionTypeId);
        return (
          <>
            <OpenAction
              name={row.name}
              mayEdit={mayEdit && !isBuiltIn}
              onOpen={() => drawer.open(row.actionDefinitionId)}
            />
            {mayEdit && (
              <RowAction
                label={`Test ${row.name}`}
                icon={<PlayArrowIcon />}
                disabled={untestable.has(row.actionDefinitionId)}
                onClick={() => test.open(row.actionDefinitionId)}
              />
            )}
            <RowAction
              label={`Action History of ${row.name}`}
              icon={<HistoryIcon />}
              onClick={() => history.open(row.actionDefinitionId)}
            />
            {permissions.on(row).has('ActionDefinitions:delete') && (
              <RowAction
                label={`Delete ${row.name}`}
                icon={<DeleteIcon />}
                disabled={isBuiltIn}
                onClick={() => deletion.open(row.actionDefinitionId)}
              />
            )}
          </>
        );
      }}
      emptyTitle="No actions yet"
      emptyHint="Create one to call another system from a rule or a protocol."
    >
      <ActionDefinitionDrawer drawer={drawer} />
      {mayEdit && <ActionTestDrawer drawer={test} />}
      {permissions.has('ActionDefinitions:delete') && <ActionDependenciesDrawer drawer={deletion} />}
      <ActionHistoryDrawer
        of={history.openId === undefined ? undefined : { actionDefinitionId: history.openId }}
        subject={ofHistory?.name}
        onClose={history.close}
      />
    </ListScreen>
  );
};
