import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import MonitorHeartIcon from '@mui/icons-material/MonitorHeartOutlined';
import Button from '@mui/material/Button';
import { pollIntervals } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { useReadings } from '../packets/latest-packets.ts';
import { PacketDrawer } from '../packets/packet-drawer.tsx';
import { DeleteDevicePrompt } from './delete-device-prompt.tsx';
import { deviceColumns } from './device-columns.tsx';
import { DeviceDrawer } from './device-drawer.tsx';
import { deviceSet, type DeviceRow } from './device-row.ts';

export const DevicesScreen = () => {
  const list = useListState({ sort: [{ field: 'name', direction: 'asc' }] });
  const [editor, deletion, packets] = [useOpenRow(), useOpenRow('delete'), useOpenRow('packets')];
  const permissions = usePermissions();
  const screen = useScreenAddress();
  const rows = useList<DeviceRow>(deviceSet, list, {
    filter: 'isDeleted eq false',
    expand: 'location',
    poll: pollIntervals.devices,
  });
  const readings = useReadings(rows.rows.map((row) => row.deviceId));
  const columns = useMemo(() => deviceColumns(readings), [readings]);
  const named = (id: string | undefined) => rows.rows.find((row) => row.deviceId === id)?.name;
  return (
    <Page
      title="Devices"
      help="Machines whose agent reports to this tenant. CPU, memory and age come from the latest packet."
    >
      <Toolbar>
        {permissions.has('PendingDevices:view') && (
          <Button component={Link} to={screen('/pendingdevices')} variant="outlined">
            Promote Pending Devices
          </Button>
        )}
        <ToolbarSpace />
        <SearchBox value={list.search} onSearch={list.setSearch} fields="name" />
      </Toolbar>
      <DataTable
        label="Devices"
        columns={columns}
        rowId={(row) => row.deviceId}
        list={list}
        rows={rows}
        actionsWidth={120}
        isMuted={(row) => !row.enabled}
        rowActions={(row) => (
          <>
            <RowAction
              label={`Packets of ${row.name}`}
              icon={<MonitorHeartIcon />}
              onClick={() => packets.open(row.deviceId)}
            />
            {permissions.has('Devices:edit') && (
              <RowAction
                label={`Edit Device ${row.name}`}
                icon={<EditIcon />}
                onClick={() => editor.open(row.deviceId)}
              />
            )}
            {permissions.has('Devices:delete') && (
              <RowAction
                label={`Delete Device ${row.name}`}
                icon={<DeleteIcon />}
                onClick={() => deletion.open(row.deviceId)}
              />
            )}
          </>
        )}
        emptyTitle="No devices yet"
        emptyHint="Install an agent on a machine; it appears under Pending Devices and comes here once it is promoted."
      />
      <DeviceDrawer drawer={editor} />
      <DeleteDevicePrompt deletion={deletion} />
      {packets.openId && (
        <PacketDrawer entityId={packets.openId} name={named(packets.openId)} onClose={packets.close} />
      )}
    </Page>
  );
};
