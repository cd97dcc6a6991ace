import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useListScreen } from '../../ui/use-list-screen.ts';
import { pendingDeviceColumns } from './pending-device-columns.tsx';
import { activeOnly, pendingDeviceSet } from './pending-device-batch.ts';
import { PendingDeviceCommands } from './pending-device-commands.tsx';

const viewQuery = ['inactive'];
const pendingDeviceId = (row: PendingDevice): string => row.pendingDeviceId;
const nothing: ReadonlySet<string> = new Set();

export const PendingDevicesScreen = () => {
  const [selected, setSelected] = useState(nothing);
  const mayEdit = usePermissions().has('PendingDevices:edit');
  const screen = useListScreen<PendingDevice>({
    name: 'pendingdevices',
    set: pendingDeviceSet,
    columns: pendingDeviceColumns,
    sort: [{ field: 'machineName', direction: 'asc' }],
    filter: (list) => (list.filter('inactive') === 'hidden' ? activeOnly() : undefined),
    poll: pollIntervals.pendingDevices,
  });
  return (
    <ListScreen
      title="Pending Devices"
      help="Machines whose agent has enrolled. Compare the fingerprint with the one on the machine, then promote it into the current subscription."
      screen={screen}
      viewQuery={viewQuery}
      rowId={pendingDeviceId}
      searchFields="machine name, operating system, architecture and IP address"
      exportName="pendingdevices.csv"
      controls={
        <PendingDeviceCommands
          list={screen.list}
          rows={screen.rows.rows}
          selected={mayEdit ? selected : undefined}
          onDone={() => setSelected(nothing)}
        />
      }
      {...(mayEdit ? { selected, onSelect: setSelected } : {})}
      emptyTitle="No pending devices"
      emptyHint="A machine appears here when its agent enrols with a token of this tenant."
    />
  );
};
