import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { roleSet, type ListedRole } from './access-queries.ts';
import { roleColumns } from './role-columns.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { useDeleteRole } from './use-delete-role.ts';

const roleId = (row: ListedRole): string => row.roleId;

/** The roles: named sets of permissions. */
export const RolesTab = () => {
  const permissions = usePermissions();
  const mayEdit = permissions.has('Settings:edit');
  const drawer = useOpenRow('open', mayEdit);
  const remove = useDeleteRole();
  const screen = useListScreen<ListedRole>({
    name: 'access-roles',
    set: roleSet,
    columns: roleColumns,
    sort: [
      { field: 'builtIn', direction: 'desc' },
      { field: 'name', direction: 'asc' },
    ],
    expand: 'tenant',
  });
  return (
    <>
      <ListView
        label="Roles"
        screen={screen}
        rowId={roleId}
        searchFields="name"
        exportName="roles.csv"
        onCreate={mayEdit && drawer.create}
        onOpen={(row) => drawer.open(row.roleId)}
        rowActions={(row) => (
          <>
            <OpenAction
              name={row.name}
              mayEdit={permissions.on(row).has('Settings:edit') && !row.builtIn}
              onOpen={() => drawer.open(row.roleId)}
            />
            {permissions.on(row).has('Settings:edit') && (
              <RowAction
                label={`Delete ${row.name}`}
                icon={<DeleteIcon />}
                disabled={row.builtIn}
                onClick={() => void remove(row)}
              />
            )}
          </>
        )}
        emptyTitle="No roles"
      />
      <RoleDrawer drawer={drawer} />
    </>
  );
};
