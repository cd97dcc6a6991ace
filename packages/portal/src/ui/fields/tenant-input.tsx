import { useTenants } from '../../lib/lookups.ts';
import { sharedTenantName } from '../list/shared-tenant-name.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

/** The tenant that something belongs to, or all of them; without a tenant it is seen in every one. */
export const TenantInput = (props: Omit<FieldProps, 'label'>) => (
  <SelectInput
    {...props}
    label="Tenant"
    none={sharedTenantName}
    options={useTenants().map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
  />
);
