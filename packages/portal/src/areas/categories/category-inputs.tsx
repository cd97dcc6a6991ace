import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useWorkUnitTypeOptions } from '../work-units/work-unit-lookups.ts';

/** The fields of a category; the tenant cannot be changed after creation. */
export const CategoryInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <SelectInput name="workUnitTypeId" label="Work Unit Type" required options={useWorkUnitTypeOptions()} />
    <TenantInput name="tenantId" disabled={!isNew} shareable="WorkUnits.Categories:create" />
    <div />
    <SwitchInput name="isEnabled" label="Enabled" />
    <SwitchInput name="isVisibleInResolutionCenter" label="Visible in Resolution Center" />
  </FieldGrid>
);
