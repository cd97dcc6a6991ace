import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { pollIntervals } from '@cfs/contracts/sizes';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useRowSelection } from '../../ui/grid/use-row-selection.ts';
import { pendingDeviceColumns } from './pending-device-columns.tsx';
import { activeFilter, pendingDeviceSet } from './pending-device-batch.ts';
import { PendingDeviceCommands } from './pending-device-commands.tsx';

const viewQuery = ['inactive'];
const pendingDeviceId = (row: PendingDevice): string => row.pendingDeviceId;

export const PendingDevicesScreen = () => {
  const mayEdit = usePermissions().has('PendingDevices:edit');
  const screen = useListScreen<PendingDevice>({
    name: 'pendingdevices',
    set: pendingDeviceSet,
    columns: pendingDeviceColumns,
    sort: [{ field: 'machineName', direction: 'asc' }],
    filter: (list) => (list.filter('inactive') === 'hidden' ? activeFilter() : undefined),
    poll: pollIntervals.pendingDevices,
  });
  const selection = useRowSelection(screen, pendingDeviceId, screen.list.filter('inactive'));
  return (
    <ListScreen
      title="Pending Devices"
      help="Machines whose agent has enrolled. Compare the fingerprint with the one on the machine, then promote it into the current subscription."
      screen={screen}
      viewQuery={viewQuery}
      rowId={pendingDeviceId}
      searchFields="machine name, operating system, architecture and IP address"
      exportName="pendingdevices.csv"
      controls={<PendingDeviceCommands list={screen.list} selection={mayEdit ? selection : undefined} />}
      selection={mayEdit ? selection : undefined}
      emptyTitle="No pending devices"
      emptyHint="A machine appears here when its agent enrols with a token of this tenant."
    />
  );
};
