import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';

/** The fields of a location; its tenant is chosen once, when it is created. */
export const LocationInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <TenantInput name="tenantId" disabled={!isNew} />
    <TextInput name="address1" label="Address 1" />
    <TextInput name="address2" label="Address 2" />
    <TextInput name="city" label="City" />
    <TextInput name="state" label="State" />
    <TextInput name="country" label="Country" />
    <TextInput name="postalCode" label="Postal Code" />
    <TextInput name="coordinates" label="Coordinates" help="Latitude and longitude, such as 59.9139, 10.7522" />
  </FieldGrid>
);
