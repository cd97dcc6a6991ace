import { useTenants } from '../../lib/lookups.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { PermissionsInput } from './permissions-input.tsx';

/** The fields of a role; where it can be granted is chosen once, when it is created. */
export const RoleInputs = ({ isNew = false }: { readonly isNew?: boolean }) => {
  const tenants = useTenants();
  return (
    <FieldGrid>
      <TextInput name="name" label="Name" required />
      <SelectInput
        name="tenantId"
        label="Tenant"
        disabled={!isNew}
        emptyLabel={sharedTenantName}
        options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
      />
      <PermissionsInput name="permissions" label="Permissions" required wide />
    </FieldGrid>
  );
};
