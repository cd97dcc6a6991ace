import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { pendingDeviceBatchMessage, type PendingDevice } from '@cfs/contracts/pending-devices';
import { pendingDeviceBatchLimit, pollIntervals } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { pendingDeviceColumns } from './pending-device-columns.tsx';
import { activeOnly, pendingDeviceSet, useBatch } from './pending-device-batch.ts';

export const PendingDevicesScreen = () => {
  const list = useListState({ sort: [{ field: 'machineName', direction: 'asc' }] });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const permissions = usePermissions();
  const hidesInactive = list.filter('inactive') === 'hidden';
  const rows = useList<PendingDevice>(pendingDeviceSet, list, {
    filter: hidesInactive ? activeOnly() : undefined,
    poll: pollIntervals.pendingDevices,
  });
  const { promote, remove, isBusy } = useBatch(selected, rows.rows, () => setSelected(new Set()));
  const isTooMany = selected.size >= pendingDeviceBatchLimit;
  const isIdle = selected.size === 0 || isTooMany || isBusy;
  const mayEdit = permissions.has('PendingDevices:edit');
  return (
    <Page
      title="Pending Devices"
      help="Machines whose agent has enrolled. Compare the fingerprint with the one on the machine, then promote it into the current subscription."
    >
      <Toolbar>
        {mayEdit && (
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
        <ToolbarSpace />
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          fields="machine name, operating system, architecture and IP address"
        />
      </Toolbar>
      <DataTable
        label="Pending devices"
        columns={pendingDeviceColumns}
        rowId={(row) => row.pendingDeviceId}
        list={list}
        rows={rows}
        selected={selected}
        {...(mayEdit ? { onSelect: setSelected } : {})}
        emptyTitle="No pending devices"
        emptyHint="A machine appears here when its agent enrols with a token of this tenant."
      />
    </Page>
  );
};
