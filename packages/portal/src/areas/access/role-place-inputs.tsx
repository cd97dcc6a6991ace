import { useWatch } from 'react-hook-form';
import { useTenants } from '../../lib/lookups.ts';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { useRoles } from './access-queries.ts';

/** Which role, and in which tenant or in all: the roles follow the tenant, whose own are offered with everybody's. */
export const RolePlaceInputs = ({ isOptional = false }: { readonly isOptional?: boolean }) => {
  const tenants = useTenants();
  const tenantId: unknown = useWatch({ name: 'tenantId' });
  const roles = useRoles().filter((role) => role.tenantId === null || role.tenantId === tenantId);
  return (
    <>
      <SelectInput
        name="tenantId"
        label="Tenant"
        emptyLabel={sharedTenantName}
        options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
      />
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
