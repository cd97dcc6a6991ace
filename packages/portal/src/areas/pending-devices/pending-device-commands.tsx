import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { pendingDeviceBatchMessage } from '@cfs/contracts/pending-device-texts';
import { pendingDeviceBatchLimit } from '@cfs/contracts/sizes';
import type { ListControl } from '../../lib/lists/list-state.ts';
import type { RowSelection } from '../../ui/grid/use-row-selection.ts';
import { useBatch } from './pending-device-batch.ts';

interface PendingDeviceCommandsProps {
  readonly list: ListControl;
  /** The selected devices; `undefined` for users with read-only access. */
  readonly selection: RowSelection<PendingDevice> | undefined;
}

/** Promote and Delete for the selected devices, and a button that hides or shows inactive devices. */
export const PendingDeviceCommands = ({ list, selection }: PendingDeviceCommandsProps) => {
  const { promote, remove, isBusy } = useBatch(selection);
  const count = selection?.selected.size ?? 0;
  const isTooMany = count >= pendingDeviceBatchLimit;
  const isIdle = count === 0 || isTooMany || isBusy;
  const hidesInactive = list.filter('inactive') === 'hidden';
  return (
    <>
      {selection && (
        <>
          <Button variant="contained" disabled={isIdle} onClick={() => void promote()}>
            Promote
          </Button>
          <Button variant="outlined" color="error" disabled={isIdle} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      )}
      <Button color="inherit" onClick={() => list.setFilter('inactive', hidesInactive ? undefined : 'hidden')}>
        {hidesInactive ? 'Show Inactive Devices' : 'Hide Inactive Devices'}
      </Button>
      <Typography role="status" variant="body2" color="error">
        {isTooMany ? pendingDeviceBatchMessage : ''}
      </Typography>
    </>
  );
};
