import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import type { DeviceOperationsCloned } from '@cfs/contracts/device-operations';
import { deviceOperationLimits, deviceOperationTexts } from '@cfs/contracts/device-operation-texts';
import { searchDebounce } from '@cfs/contracts/sizes';
import { useId, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh, useRows } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { deviceOperationSet, type DeviceOperationRow, type OperatedDevice } from './device-operation-row.ts';

export interface CloneOperationsPanelProps {
  readonly drawer: OpenRow;
  /** The source device. */
  readonly device: OperatedDevice;
}

/** The maximum number of devices that a search offers. */
const offeredDevices = 20;

interface TargetInputProps {
  readonly source: OperatedDevice;
  readonly target: OperatedDevice | null;
  readonly onChange: (target: OperatedDevice | null) => void;
}

const TargetInput = ({ source, target, onChange }: TargetInputProps) => {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed === target?.name ? '' : typed.trim(), searchDebounce);
  const devices = useRows<OperatedDevice>(
    '/v1/devices',
    {
      filter: `isDeleted eq false and tenantId eq ${source.tenantId} and deviceId ne ${source.deviceId}`,
      search,
      select: 'deviceId,tenantId,name,operatingSystemId',
      orderBy: [{ field: 'name', direction: 'asc' }],
      top: offeredDevices,
    },
    { keepsPreviousData: true },
  );
  return (
    <div>
      <FormLabel required htmlFor={inputId} sx={{ display: 'block', mb: 1, fontSize: 13 }}>
        Target Device
      </FormLabel>
      <Autocomplete
        id={inputId}
        value={target}
        options={devices.data ?? []}
        loading={devices.isFetching}
        filterOptions={(options) => options}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ deviceId }) => deviceId}
        isOptionEqualToValue={(one, other) => one.deviceId === other.deviceId}
        noOptionsText="No device found"
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, chosen) => onChange(chosen)}
        renderInput={(params) => <TextField {...params} hiddenLabel placeholder="Search by name" />}
      />
    </div>
  );
};

interface OperationChecklistProps {
  readonly rows: readonly DeviceOperationRow[];
  readonly excluded: ReadonlySet<string>;
  readonly onChange: (excluded: ReadonlySet<string>) => void;
}

/** The operations of the source, all selected initially. */
const OperationChecklist = ({ rows, excluded, onChange }: OperationChecklistProps) => {
  const chosen = rows.length - excluded.size;
  return (
    <Box role="group" aria-label="Operations" sx={{ display: 'flex', flexDirection: 'column' }}>
      <FormControlLabel
        label={`All operations (${chosen} of ${rows.length})`}
        control={
          <Checkbox
            checked={excluded.size === 0}
            indeterminate={excluded.size > 0 && chosen > 0}
            onChange={(_, isOn) => onChange(new Set(isOn ? [] : rows.map((row) => row.deviceOperationId)))}
          />
        }
      />
      {rows.map(({ deviceOperationId, label }) => (
        <FormControlLabel
          key={deviceOperationId}
          label={label}
          sx={{ ml: 1 }}
          control={
            <Checkbox
              size="small"
              checked={!excluded.has(deviceOperationId)}
              onChange={(_, isOn) => {
                const next = new Set(excluded);
                if (isOn) next.delete(deviceOperationId);
                else next.add(deviceOperationId);
                onChange(next);
              }}
            />
          }
        />
      ))}
    </Box>
  );
};

/** Copies operations of the device to another one. If that fails, the selection is kept. */
export const CloneOperationsPanel = ({ drawer, device }: CloneOperationsPanelProps) => {
  const refresh = useRefresh();
  const [target, setTarget] = useState<OperatedDevice | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const operations = useRows<DeviceOperationRow>(deviceOperationSet, {
    filter: `deviceId eq ${device.deviceId} and isDeleted eq false`,
    orderBy: [{ field: 'label', direction: 'asc' }],
    top: deviceOperationLimits.perDevice,
  });
  const chosen = (operations.data ?? []).filter((row) => !excluded.has(row.deviceOperationId));
  const clone = async (): Promise<void> => {
    if (!target) return;
    setBusy(true);
    try {
      const { message } = await api.post<DeviceOperationsCloned>(`${deviceOperationSet}/clone`, {
        fromDeviceId: device.deviceId,
        toDeviceId: target.deviceId,
        deviceOperationIdsToClone: chosen.map((row) => row.deviceOperationId).join(),
      });
      notify.success(message || deviceOperationTexts.cloned);
      await refresh(deviceOperationSet);
      drawer.close();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SidePanel
      title="Clone Device Operations"
      onClose={drawer.close}
      footer={
        <Button
          variant="contained"
          sx={{ ml: 'auto' }}
          disabled={!target || chosen.length === 0 || isBusy}
          onClick={() => void clone()}
        >
          Clone
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <TargetInput source={device} target={target} onChange={setTarget} />
        <QueryResult query={operations}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No operations yet" hint={`${device.name} has no operations to clone.`} />
            ) : (
              <OperationChecklist rows={rows} excluded={excluded} onChange={setExcluded} />
            )
          }
        </QueryResult>
      </Box>
    </SidePanel>
  );
};
