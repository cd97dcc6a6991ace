import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../ui/fields/time-span-input.tsx';

/** The fields of a protocol; the tenant cannot be changed after creation. */
export const ProtocolInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <TenantInput name="tenantId" disabled={!isNew} shareable="WorkUnits.Protocols:create" />
    <TimeSpanInput
      name="timerInverval"
      label="Timer Interval"
      required
      help="How often OnTimer is raised for unfinished work units; at least 10 minutes, as HH:mm:ss."
    />
    <TextInput name="description" label="Description" rows={3} limit={2_000} wide />
  </FieldGrid>
);
