import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useAddressQuery } from '../../lib/address-query.ts';
import { allOf, equals } from '../../lib/api/odata-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { useOpenRow, type OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useReadings } from '../packets/latest-packets.ts';
import { CloneOperationsDrawer } from './clone-operations-drawer.tsx';
import { DeviceOperationActions } from './device-operation-actions.tsx';
import { deviceOperationColumns } from './device-operation-columns.tsx';
import { DeviceOperationDrawer } from './device-operation-drawer.tsx';
import {
  deviceOperationSet,
  operationExpand,
  type DeviceOperationRow,
  type OperatedDevice,
} from './device-operation-row.ts';
import { ResultsProvider } from './live-values.tsx';
import { OperationHistoryDrawer } from './operation-history-drawer.tsx';

const rowId = (row: DeviceOperationRow): string => row.deviceOperationId;
const isDisabled = (row: DeviceOperationRow): boolean => !row.enabled;

const OperationsOfDevice = ({ device }: { readonly device: OperatedDevice }) => {
  const mayEdit = usePermissions().has('Devices:edit');
  const [, patch] = useAddressQuery();
  const [editor, history, clone] = [
    useOpenRow('operation', mayEdit),
    useOpenRow('runs', false),
    useOpenRow('clone', false),
  ];
  const screen = useListScreen<DeviceOperationRow>({
    name: 'deviceoperations',
    set: deviceOperationSet,
    columns: deviceOperationColumns,
    sort: [{ field: 'label', direction: 'asc' }],
    filter: (list) =>
      allOf(
        equals('deviceId', device.deviceId),
        'isDeleted eq false',
        list.filter('disabled') === 'shown' ? undefined : 'enabled eq true',
      ),
    expand: operationExpand,
    poll: pollIntervals.deviceOperations,
    isInDrawer: true,
  });
  const { list } = screen;
  const readings = useReadings(screen.rows.rows.map(rowId));
  const showsDisabled = list.filter('disabled') === 'shown';
  return (
    <ResultsProvider value={readings}>
      <SidePanel
        title={`Device Operations: ${device.name}`}
        id={device.deviceId}
        onClose={() =>
          patch({ operations: undefined, operation: undefined, runs: undefined, clone: undefined, tab: undefined })
        }
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', height: 1, gap: 3 }}>
          <ListView
            label="Device operations"
            screen={screen}
            rowId={rowId}
            searchFields="label"
            exportName="deviceoperations.csv"
            isMuted={isDisabled}
            controls={
              <FormControlLabel
                label="Show Disabled"
                control={
                  <Switch
                    size="small"
                    checked={showsDisabled}
                    onChange={(_, isOn) => list.setFilter('disabled', isOn ? 'shown' : undefined)}
                  />
                }
              />
            }
            commands={
              mayEdit && (
                <Button variant="outlined" sx={{ flexShrink: 0 }} onClick={() => clone.open(device.deviceId)}>
                  Clone Operations
                </Button>
              )
            }
            onCreate={mayEdit && editor.create}
            createLabel="Add Operation"
            onOpen={(row) => editor.open(row.deviceOperationId)}
            actionsWidth={120}
            rowActions={(row) => <DeviceOperationActions row={row} editor={editor} history={history} />}
            emptyTitle="No operations yet"
            emptyHint="Add one; a connected agent applies it within two seconds."
          />
        </Box>
        <DeviceOperationDrawer drawer={editor} device={device} />
        <OperationHistoryDrawer drawer={history} />
        {mayEdit && <CloneOperationsDrawer drawer={clone} device={device} />}
      </SidePanel>
    </ResultsProvider>
  );
};

/** The operations of the device in the URL. */
export const DeviceOperationsPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<OperatedDevice>('/v1/devices', equals('deviceId', drawer.openId));
  return drawer.openId && device ? <OperationsOfDevice key={device.deviceId} device={device} /> : null;
};
