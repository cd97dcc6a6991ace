import type { Permission } from '@cfs/contracts/permissions';
import { useTenants } from '../../lib/lookups.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { sharedTenantName } from '../list/shared-tenant-name.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

interface TenantInputProps extends Omit<FieldProps, 'label'> {
  /** The permission that creates rows without a tenant, which are visible in every tenant; without it there are none. */
  readonly shareable?: Permission;
}

/** The owning tenant. */
export const TenantInput = ({ shareable, ...props }: TenantInputProps) => {
  const permissions = usePermissions();
  const offersShared = shareable && (props.disabled || permissions.on({ tenantId: null }).has(shareable));
  return (
    <SelectInput
      {...props}
      label="Tenant"
      {...(offersShared && { emptyLabel: sharedTenantName })}
      options={useTenants().map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
    />
  );
};
