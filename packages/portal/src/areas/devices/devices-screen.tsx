import Button from '@mui/material/Button';
import { pollIntervals } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { useReadings } from '../packets/latest-packets.ts';
import { PacketDrawer } from '../packets/packet-drawer.tsx';
import { DeleteDevicePrompt } from './delete-device-prompt.tsx';
import { DeviceActions } from './device-actions.tsx';
import { deviceColumns } from './device-columns.tsx';
import { DeviceDrawer } from './device-drawer.tsx';
import { ReadingsProvider } from './live-cells.tsx';
import { deviceSet, type DeviceRow } from './device-row.ts';

const deviceId = (row: DeviceRow): string => row.deviceId;
const isDisabled = (row: DeviceRow): boolean => !row.enabled;

export const DevicesScreen = () => {
  const [editor, deletion, packets] = [useOpenRow(), useOpenRow('delete'), useOpenRow('packets')];
  const permissions = usePermissions();
  const address = useScreenAddress();
  const screen = useListScreen<DeviceRow>({
    name: 'devices',
    set: deviceSet,
    columns: deviceColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    filter: () => 'isDeleted eq false',
    expand: 'location',
    poll: pollIntervals.devices,
  });
  const readings = useReadings(screen.rows.rows.map(deviceId));
  return (
    <ReadingsProvider value={readings}>
      <ListScreen
        title="Devices"
        help="Machines whose agent reports to this tenant. CPU, memory and age come from the latest packet."
        screen={screen}
        rowId={deviceId}
        searchFields="name"
        exportName="devices.csv"
        isMuted={isDisabled}
        controls={
          permissions.has('PendingDevices:view') && (
            <Button component={Link} to={address('/pendingdevices')} variant="outlined">
              Promote Pending Devices
            </Button>
          )
        }
        onOpen={(row) => editor.open(row.deviceId)}
        actionsWidth={120}
        rowActions={(row) => <DeviceActions device={row} {...{ editor, deletion, packets }} />}
        emptyTitle="No devices yet"
        emptyHint="Install an agent on a machine; it appears under Pending Devices and comes here once it is promoted."
      >
        <DeviceDrawer drawer={editor} />
        <DeleteDevicePrompt deletion={deletion} />
        {packets.openId && (
          <PacketDrawer
            entityId={packets.openId}
            name={screen.rows.rows.find((row) => row.deviceId === packets.openId)?.name}
            onClose={packets.close}
          />
        )}
      </ListScreen>
    </ReadingsProvider>
  );
};
