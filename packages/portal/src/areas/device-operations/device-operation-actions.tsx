import BlockIcon from '@mui/icons-material/BlockOutlined';
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import PlayIcon from '@mui/icons-material/PlayCircleOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import { usePermissions } from '../../lib/permissions.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { RowMenu } from '../../ui/grid/row-menu.tsx';
import { isQueued, type DeviceOperationRow } from './device-operation-row.ts';
import { useDeviceOperationCommands } from './use-device-operation-commands.ts';

interface DeviceOperationActionsProps {
  readonly row: DeviceOperationRow;
  readonly editor: OpenRow;
  readonly history: OpenRow;
}

/** The actions of a row in the list of device operations. */
export const DeviceOperationActions = ({ row, editor, history }: DeviceOperationActionsProps) => {
  const { enqueue, dequeue, enable, disable, remove } = useDeviceOperationCommands();
  const mayEdit = usePermissions().has('Devices:edit');
  const { deviceOperationId, label, enabled } = row;
  const isOnDemand = row.frequencyTypeId === operationFrequencies.OnDemand;
  return (
    <>
      <RowAction label={`Runs of ${label}`} icon={<HistoryIcon />} onClick={() => history.open(deviceOperationId)} />
      {mayEdit && isOnDemand && !isQueued(row) && (
        <RowAction
          label={`Enqueue ${label}`}
          icon={<PlayIcon />}
          disabled={!enabled}
          onClick={() => void enqueue(row)}
        />
      )}
      {mayEdit && isOnDemand && isQueued(row) && (
        <RowAction label={`Dequeue ${label}`} icon={<StopIcon />} onClick={() => void dequeue(row)} />
      )}
      {mayEdit && (
        <RowMenu
          name={label}
          items={[
            { label: 'Edit Operation', icon: <EditIcon />, onClick: () => editor.open(deviceOperationId) },
            enabled
              ? { label: 'Disable Operation', icon: <BlockIcon />, onClick: () => void disable(row) }
              : { label: 'Enable Operation', icon: <CheckIcon />, onClick: () => void enable(row) },
            { label: 'Delete Operation', icon: <DeleteIcon />, onClick: () => void remove(row) },
          ]}
        />
      )}
    </>
  );
};
