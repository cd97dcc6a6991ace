import { useTenants } from '../../lib/lookups.ts';
import { sharedTenantName } from '../list/shared-tenant-name.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

/** The owning tenant; without one, a row is visible in every tenant. */
export const TenantInput = (props: Omit<FieldProps, 'label'>) => (
  <SelectInput
    {...props}
    label="Tenant"
    emptyLabel={sharedTenantName}
    options={useTenants().map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
  />
);
