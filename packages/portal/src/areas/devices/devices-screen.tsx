import Button from '@mui/material/Button';
import { pollIntervals } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { DeviceOperationsDrawer } from '../device-operations/device-operations-drawer.tsx';
import { InstallationsDrawer } from '../installations/installations-drawer.tsx';
import { PacketDrawer } from '../packets/packet-drawer.tsx';
import { DeleteDevicePrompt } from './delete-device-prompt.tsx';
import { DeviceActions } from './device-actions.tsx';
import { deviceColumns } from './device-columns.tsx';
import { DeviceDrawer } from './device-drawer.tsx';
import { DeviceLogsDrawer } from './device-logs-drawer.tsx';
import { LiveDataProvider } from './live-cells.tsx';
import { RestartAgentPrompt } from './restart-agent-prompt.tsx';
import { TracingDrawer } from './tracing-drawer.tsx';
import { useDeviceDrawers } from './use-device-drawers.ts';
import { useLiveData } from './use-live-data.ts';
import { deviceSet, type DeviceRow } from './device-row.ts';

const deviceId = (row: DeviceRow): string => row.deviceId;
const isDisabled = (row: DeviceRow): boolean => !row.enabled;

export const DevicesScreen = () => {
  const drawers = useDeviceDrawers();
  const { editor, packets } = drawers;
  const permissions = usePermissions();
  const mayEdit = permissions.has('Devices:edit');
  const address = useScreenAddress();
  const screen = useListScreen<DeviceRow>({
    name: 'devices',
    set: deviceSet,
    columns: deviceColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    filter: () => 'isDeleted eq false',
    expand: 'location,inventory',
    poll: pollIntervals.devices,
  });
  const live = useLiveData(screen.rows.rows.map(deviceId));
  return (
    <LiveDataProvider value={live}>
      <ListScreen
        title="Devices"
        help="Machines whose agent reports to this tenant. CPU, memory and age come from the latest packet."
        screen={screen}
        rowId={deviceId}
        searchFields="name"
        exportName="devices.csv"
        isMuted={isDisabled}
        controls={
          <>
            {permissions.has('PendingDevices:view') && (
              <Button component={Link} to={address('/pendingdevices')} variant="outlined">
                Promote Pending Devices
              </Button>
            )}
            <Button component={Link} to={address('/rollouts')}>
              Roll-outs
            </Button>
          </>
        }
        onOpen={(row) => editor.open(row.deviceId)}
        actionsWidth={152}
        rowActions={(row) => <DeviceActions device={row} drawers={drawers} />}
        emptyTitle="No devices yet"
        emptyHint="Install an agent on a machine; it appears under Pending Devices, and here once it is promoted."
      >
        <DeviceDrawer drawer={editor} />
        <DeviceOperationsDrawer drawer={drawers.operations} />
        <InstallationsDrawer drawer={drawers.installations} />
        {mayEdit && <TracingDrawer drawer={drawers.tracing} />}
        <DeviceLogsDrawer drawer={drawers.logs} />
        {permissions.has('Devices:delete') && <DeleteDevicePrompt deletion={drawers.deletion} />}
        {mayEdit && <RestartAgentPrompt restart={drawers.restart} />}
        {packets.openId && (
          <PacketDrawer
            entityId={packets.openId}
            name={screen.rows.rows.find((row) => row.deviceId === packets.openId)?.name}
            onClose={packets.close}
          />
        )}
      </ListScreen>
    </LiveDataProvider>
  );
};
