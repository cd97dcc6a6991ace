import { useWatch } from 'react-hook-form';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { useRoles } from './access-queries.ts';

/** Inputs for a role and its tenant, or all tenants. Offers the roles of the chosen tenant and those of all tenants. */
export const RoleTenantInputs = ({ isOptional = false }: { readonly isOptional?: boolean }) => {
  const tenantId: unknown = useWatch({ name: 'tenantId' });
  const roles = useRoles().filter((role) => role.tenantId === null || role.tenantId === tenantId);
  return (
    <>
      <TenantInput name="tenantId" shareable="Settings:edit" />
      <SelectInput
        name="roleName"
        label="Role"
        required={!isOptional}
        {...(isOptional ? { emptyLabel: 'None yet' } : {})}
        options={roles.map(({ name }) => ({ value: name, label: name }))}
      />
    </>
  );
};
