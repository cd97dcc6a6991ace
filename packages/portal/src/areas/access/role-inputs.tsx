import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { PermissionsInput } from './permissions-input.tsx';

/** The fields of a role; the tenant in which it can be granted cannot be changed after creation. */
export const RoleInputs = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <TenantInput name="tenantId" disabled={!isNew} shareable="Settings:edit" />
    <PermissionsInput name="permissions" label="Permissions" required wide />
  </FieldGrid>
);
