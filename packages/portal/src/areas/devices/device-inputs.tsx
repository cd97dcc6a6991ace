import { deviceDescriptionLimit, heartbeatIntervalLimits } from '@cfs/contracts/devices';
import { deviceLoggingLevels, deviceTypes, operatingSystems } from '@cfs/contracts/device-enumerations';
import { useLocations } from '../../lib/lookups.ts';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { FixedTenant, SubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

/** The fields of a device; its tenant cannot be changed. */
export const DeviceInputs = ({ tenantId }: { readonly tenantId: string }) => {
  const locations = useLocations();
  return (
    <FieldGrid>
      <TextInput name="name" label="Name" required />
      <EnumInput name="deviceTypeId" label="Device Type" enumeration={deviceTypes} wire="names" />
      <TextInput name="description" label="Description" rows={3} limit={deviceDescriptionLimit} wide />
      <TextInput name="tags" label="Tags" help="Words separated by commas" />
      <SelectInput
        name="locationId"
        label="Location"
        emptyLabel="None"
        options={locations.map(({ locationId, name }) => ({ value: locationId, label: name }))}
      />
      <EnumInput name="operatingSystemId" label="Operating System" enumeration={operatingSystems} />
      <EnumInput name="deviceLoggingLevelId" label="Logging Level" enumeration={deviceLoggingLevels} wire="names" />
      <FixedTenant tenantId={tenantId} />
      <SubscriptionInput name="subscriptionId" tenantId={tenantId} required />
      <NumberInput
        name="heartbeatInterval"
        label="Heartbeat Interval"
        unit="s"
        min={heartbeatIntervalLimits.min}
        max={heartbeatIntervalLimits.max}
        help="0 means none"
      />
      <SwitchInput name="enabled" label="Enabled" />
    </FieldGrid>
  );
};
