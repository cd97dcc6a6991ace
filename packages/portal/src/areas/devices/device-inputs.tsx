import { deviceDescriptionLimit, deviceLoggingLevels, deviceTypes, operatingSystems } from '@cfs/contracts/devices';
import { useLocations, useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { SelectInput, type Option } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

const named = (names: Readonly<Record<string, number>>): readonly Option[] =>
  Object.keys(names).map((name) => ({ value: name, label: name }));
const numbered = (names: Readonly<Record<string, number>>): readonly Option[] =>
  Object.entries(names).map(([label, value]) => ({ value, label }));

/** The fields of a device; it stays in its tenant. */
export const DeviceInputs = ({ tenantId }: { readonly tenantId: string }) => {
  const tenants = useTenants();
  const locations = useLocations();
  const subscriptions = useSubscriptions().filter((subscription) => subscription.tenantId === tenantId);
  return (
    <FieldGrid>
      <TextInput name="name" label="Name" required />
      <SelectInput name="deviceTypeId" label="Device Type" options={named(deviceTypes)} />
      <TextInput name="description" label="Description" rows={3} limit={deviceDescriptionLimit} wide />
      <TextInput name="tags" label="Tags" help="Words separated by commas" />
      <SelectInput
        name="locationId"
        label="Location"
        none="None"
        options={locations.map(({ locationId, name }) => ({ value: locationId, label: name }))}
      />
      <SelectInput name="operatingSystemId" label="Operating System" options={numbered(operatingSystems)} />
      <SelectInput name="deviceLoggingLevelId" label="Logging Level" options={named(deviceLoggingLevels)} />
      <FixedValue label="Tenant" value={tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? tenantId} />
      <SelectInput
        name="subscriptionId"
        label="Subscription"
        required
        options={subscriptions.map(({ subscriptionId, name }) => ({ value: subscriptionId, label: name }))}
      />
      <NumberInput name="heartbeatInterval" label="Heartbeat Interval" help="Seconds; 0 means none" />
      <SwitchInput name="enabled" label="Enabled" />
    </FieldGrid>
  );
};
