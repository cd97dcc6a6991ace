import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { grantSet, type GrantRow } from './access-queries.ts';
import { grantColumns } from './grant-columns.tsx';
import { GrantDrawer } from './grant-drawer.tsx';
import { useRemoveGrant } from './use-remove-grant.ts';

const grantId = (row: GrantRow): string => row.grantId;
const isIdle = (row: GrantRow): boolean => row.person?.enabled === false;

/** The grants: their holders, roles and tenants. */
export const GrantsTab = () => {
  const permissions = usePermissions();
  const mayEdit = permissions.has('Settings:edit');
  const drawer = useOpenRow('grant', mayEdit);
  const remove = useRemoveGrant();
  const screen = useListScreen<GrantRow>({
    name: 'access-grants',
    set: grantSet,
    columns: grantColumns,
    sort: [{ field: 'holder', direction: 'asc' }],
    expand: 'tenant,person',
  });
  return (
    <>
      <ListView
        label="Grants"
        screen={screen}
        rowId={grantId}
        searchFields="holder and role"
        exportName="grants.csv"
        isMuted={isIdle}
        onCreate={mayEdit && drawer.create}
        createLabel="Add Grant"
        rowActions={(row) =>
          permissions.on(row).has('Settings:edit') && (
            <RowAction
              label={`Remove ${row.roleName} of ${row.holder}`}
              icon={<DeleteIcon />}
              onClick={() => void remove(row)}
            />
          )
        }
        emptyTitle="No grants yet"
        emptyHint="Add one to give a person or a group a role in one tenant or in all."
      />
      {drawer.isCreating && <GrantDrawer drawer={drawer} />}
    </>
  );
};
