import ChecklistIcon from '@mui/icons-material/ChecklistOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { ProtocolActionsDrawer } from './actions/protocol-actions-drawer.tsx';
import { protocolColumns } from './protocol-columns.tsx';
import { ProtocolDrawer } from './protocol-drawer.tsx';
import { ProtocolInUseDialog } from './protocol-in-use-dialog.tsx';
import { protocolSet, type ProtocolRow } from './protocol-row.ts';
import { useDeleteProtocol } from './use-delete-protocol.ts';

const protocolId = (row: ProtocolRow): string => row.protocolId;

export const ProtocolsScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits.Protocols:create');
  const [drawer, actions] = [useOpenRow('open', mayCreate), useOpenRow('actions', false)];
  const { remove, inUse, dismiss } = useDeleteProtocol();
  const screen = useListScreen<ProtocolRow>({
    name: 'protocols',
    set: protocolSet,
    columns: protocolColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Work Unit Protocols"
      help="A protocol runs actions on its work units: on their events and on a timer, automatically or when a person starts them."
      screen={screen}
      rowId={protocolId}
      searchFields="protocol id, name and description"
      exportName="protocols.csv"
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(row.protocolId)}
      actionsWidth={120}
      rowActions={(row) => (
        <>
          <OpenAction
            name={`Protocol ${row.name}`}
            mayEdit={permissions.on(row).has('WorkUnits.Protocols:edit')}
            onOpen={() => drawer.open(row.protocolId)}
          />
          <RowAction
            label={`View Protocol Actions of ${row.name}`}
            icon={<ChecklistIcon />}
            onClick={() => actions.open(row.protocolId)}
          />
          {permissions.on(row).has('WorkUnits.Protocols:delete') && (
            <RowAction label={`Delete Protocol ${row.name}`} icon={<DeleteIcon />} onClick={() => void remove(row)} />
          )}
        </>
      )}
      emptyTitle="No protocols yet"
      emptyHint="Create one, give it actions, then choose it in a work unit or in a rule that creates work units."
    >
      <ProtocolDrawer drawer={drawer} />
      <ProtocolActionsDrawer drawer={actions} />
      {inUse && <ProtocolInUseDialog protocol={inUse} onClose={dismiss} />}
    </ListScreen>
  );
};
