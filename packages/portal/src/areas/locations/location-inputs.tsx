import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { locationLines } from './location-lines.ts';

/** The fields of a location; the tenant cannot be changed after creation. */
export const LocationInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <TenantInput name="tenantId" disabled={!isNew} shareable="Locations:create" />
    {locationLines.map(({ field, label, help }) => (
      <TextInput key={field} name={field} label={label} {...(help && { help })} />
    ))}
  </FieldGrid>
);
