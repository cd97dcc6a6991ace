import { deviceUpdate, type Device } from '@cfs/contracts/devices';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { DeviceInventory } from '../inventory/device-inventory.tsx';
import { DeviceCharts } from './device-charts.tsx';
import { DeviceInputs } from './device-inputs.tsx';
import { deviceSet, type DeviceRow } from './device-row.ts';

const failure = 'A problem occurred saving the device. Please try again.';

const EditDevice = ({ device }: { readonly device: DeviceRow }) => {
  const form = useZodForm(deviceUpdate, formValues(deviceUpdate, device));
  const mayEdit = usePermissions().has('Devices:edit');
  const refresh = useRefresh();
  const [query, patch] = useAddressQuery();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit Device' : 'View Device'}: ${device.name}`}
      id={device.deviceId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={() => patch({ open: undefined, tab: undefined })}
      onReload={async () => {
        const [fresh] = await fetchRows<DeviceRow>(deviceSet, { filter: equals('deviceId', device.deviceId) });
        return fresh ? formValues(deviceUpdate, fresh) : form.getValues();
      }}
      onSave={async (values) => {
        form.reset(formValues(deviceUpdate, await api.post<Device>(`${deviceSet}/${device.deviceId}`, values)));
        await refresh(deviceSet, '/v1/blocks');
      }}
      around={(fields) => (
        <PanelTabs
          label="Device"
          value={query['tab']}
          onChange={(tab) => patch({ tab }, { replace: true })}
          tabs={[
            { key: 'details', label: 'Details', content: fields },
            { key: 'charts', label: 'Charts', content: <DeviceCharts device={device} /> },
            { key: 'inventory', label: 'Inventory', content: <DeviceInventory deviceId={device.deviceId} /> },
          ]}
        />
      )}
    >
      <DeviceInputs tenantId={device.tenantId} />
    </FormDrawer>
  );
};

/** Edits the device in the URL. */
export const DevicePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const device = useOpenedRow<DeviceRow>(deviceSet, equals('deviceId', drawer.openId));
  return drawer.openId && device ? <EditDevice key={device.deviceId} device={device} /> : null;
};
