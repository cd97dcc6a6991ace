import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import MonitorHeartIcon from '@mui/icons-material/MonitorHeartOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import type { DeviceRow } from './device-row.ts';

interface DeviceActionsProps {
  readonly device: DeviceRow;
  readonly editor: OpenRow;
  readonly deletion: OpenRow;
  readonly packets: OpenRow;
}

/** What can be done with a device from its row. */
export const DeviceActions = ({ device, editor, deletion, packets }: DeviceActionsProps) => {
  const permissions = usePermissions();
  const { deviceId, name } = device;
  return (
    <>
      <RowAction label={`Packets of ${name}`} icon={<MonitorHeartIcon />} onClick={() => packets.open(deviceId)} />
      <OpenAction
        name={`Device ${name}`}
        mayEdit={permissions.has('Devices:edit')}
        onOpen={() => editor.open(deviceId)}
      />
      {permissions.has('Devices:delete') && (
        <RowAction label={`Delete Device ${name}`} icon={<DeleteIcon />} onClick={() => deletion.open(deviceId)} />
      )}
    </>
  );
};
