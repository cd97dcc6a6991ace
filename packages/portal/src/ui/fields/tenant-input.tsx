import { useTenants } from '../../lib/lookups.ts';
import { sharedTenantName } from '../list/shared-tenant-name.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

interface TenantInputProps extends Omit<FieldProps, 'label'> {
  /** Whether a row may be without a tenant: it is visible in every tenant. */
  readonly isShareable?: boolean;
}

/** The owning tenant. */
export const TenantInput = ({ isShareable = true, ...props }: TenantInputProps) => (
  <SelectInput
    {...props}
    label="Tenant"
    {...(isShareable && { emptyLabel: sharedTenantName })}
    options={useTenants().map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
  />
);
