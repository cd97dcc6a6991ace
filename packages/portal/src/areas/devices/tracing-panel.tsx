import Alert from '@mui/material/Alert';
import { traceOptions } from '@cfs/contracts/device-enumerations';
import { traceMinutes, type Device } from '@cfs/contracts/devices';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { notify } from '../../lib/notify.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { deviceSet, type DeviceRow } from './device-row.ts';

const schema = z.object({ minutes: z.literal(traceMinutes) });
const options = traceOptions.map(({ minutes, label }) => ({ value: minutes, label }));
const noChange = -1;

const isTraced = ({ traceExpiration }: Device): boolean =>
  traceExpiration !== null && Date.parse(traceExpiration) > Date.now();

const TraceDevice = ({ device, onClose }: { readonly device: DeviceRow; readonly onClose: () => void }) => {
  const form = useZodForm(schema, { minutes: noChange });
  const refresh = useRefresh();
  return (
    <FormDrawer
      title={`Tracing: ${device.name}`}
      openAs="tracing"
      form={form}
      failure="A problem occurred saving the device tracing. Please try again."
      onClose={onClose}
      onSave={async ({ minutes }) => {
        const saved = await api.post<Device>(`${deviceSet}/${device.deviceId}/toggleTrace/${minutes}`);
        notify.success(
          isTraced(saved)
            ? `Tracing ${device.name} until ${formatDate(saved.traceExpiration)}.`
            : `Tracing of ${device.name} is off.`,
        );
        form.reset({ minutes: noChange });
        await refresh(deviceSet);
      }}
    >
      <Alert severity={isTraced(device) ? 'warning' : 'info'} variant="outlined" sx={{ mb: 4 }}>
        {isTraced(device)
          ? `The agent writes a trace until ${formatDate(device.traceExpiration)}.`
          : 'The agent writes no trace.'}
      </Alert>
      <FieldGrid>
        <SelectInput
          name="minutes"
          label="Tracing"
          options={options}
          help="From now on; a connected agent applies it within two seconds."
        />
      </FieldGrid>
    </FormDrawer>
  );
};

/** Sets for how long the device in the URL is traced. */
export const TracingPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<DeviceRow>(deviceSet, equals('deviceId', drawer.openId));
  return drawer.openId && device ? <TraceDevice key={device.deviceId} device={device} onClose={drawer.close} /> : null;
};
