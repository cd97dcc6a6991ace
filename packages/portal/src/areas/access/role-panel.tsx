import { roleCreateSchema, roleUpdateSchema, type Role } from '@cfs/contracts/access-roles';
import { fromPermissionString } from '@cfs/contracts/permissions';
import { useState } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { fetchRole, useRole, useSaveRole } from './access-queries.ts';
import { RoleHolders } from './role-holders.tsx';
import { RoleInputs } from './role-inputs.tsx';

const failure = 'A problem occurred saving the role. Please try again.';

/** The form values of a role, with its permissions without their prefix. */
const valuesOf = ({ roleId, tenantId, name, permissions, modified }: Role) => ({
  roleId,
  tenantId,
  name,
  permissions: permissions.map((text) => fromPermissionString(text) ?? text),
  modified,
});

const CreateRole = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(roleCreateSchema, { name: '', tenantId: useTenantId(), permissions: [] });
  const save = useSaveRole();
  return (
    <FormDrawer
      title="Create Role"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).roleId)}
    >
      <RoleInputs isNew />
    </FormDrawer>
  );
};

const EditRole = ({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) => {
  const form = useZodForm(roleUpdateSchema, valuesOf(role));
  const mayEdit = usePermissions().on(role).has('Settings:edit') && !role.builtIn;
  const save = useSaveRole();
  const [tab, setTab] = useState('permissions');
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit Role' : 'Role'}: ${role.name}`}
      id={role.roleId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => valuesOf(await fetchRole(role.roleId))}
      onSave={async (values) => form.reset(valuesOf(await save(values, role.roleId)))}
      around={(fields) => (
        <PanelTabs
          label="Role"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'permissions', label: 'Permissions', content: fields },
            { key: 'holders', label: 'Holders', content: <RoleHolders role={role} /> },
          ]}
        />
      )}
    >
      <RoleInputs />
    </FormDrawer>
  );
};

/** Creates a role, or shows the one in the URL; built-in roles are read-only. */
export const RolePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const role = useRole(drawer.isCreating ? undefined : drawer.openId);
  if (drawer.isCreating) return <CreateRole drawer={drawer} />;
  return drawer.openId && role ? <EditRole key={role.roleId} role={role} onClose={drawer.close} /> : null;
};
