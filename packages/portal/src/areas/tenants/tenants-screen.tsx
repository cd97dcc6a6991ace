import EditIcon from '@mui/icons-material/EditOutlined';
import LayersIcon from '@mui/icons-material/LayersOutlined';
import type { Tenant } from '@cfs/contracts/tenants';
import { useMemo } from 'react';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { TenantSubscriptions } from './tenant-subscriptions.tsx';
import { tenantColumns } from './tenant-columns.tsx';
import { TenantDrawer } from './tenant-drawer.tsx';
import { tenantSet } from './tenant-queries.ts';
import { useToggleTenant } from './use-toggle-tenant.ts';

export const TenantsScreen = () => {
  const list = useListState({ sort: [{ field: 'name', direction: 'asc' }] });
  const [drawer, subscriptions] = [useOpenRow(), useOpenRow('subscriptions')];
  const permissions = usePermissions();
  const toggle = useToggleTenant();
  const rows = useList<Tenant>(tenantSet, list);
  const mayEdit = permissions.has('Tenants:edit');
  const { open } = drawer;
  const columns = useMemo(
    () =>
      tenantColumns({ onOpen: (row) => open(row.tenantId), onToggle: mayEdit ? (row) => void toggle(row) : undefined }),
    [open, mayEdit, toggle],
  );
  return (
    <Page title="Tenants" help="Customers or departments whose data are kept apart from all others.">
      <Toolbar>
        <ToolbarSpace />
        <SearchBox value={list.search} onSearch={list.setSearch} fields="name" />
        {permissions.has('Tenants:create') && <CreateButton onClick={drawer.create} />}
      </Toolbar>
      <DataTable
        label="Tenants"
        columns={columns}
        rowId={(row) => row.tenantId}
        list={list}
        rows={rows}
        isMuted={(row) => !row.enabled}
        rowActions={(row) => (
          <>
            {permissions.has('Subscriptions:view') && (
              <RowAction
                label={`Subscriptions of ${row.name}`}
                icon={<LayersIcon />}
                onClick={() => subscriptions.open(row.tenantId)}
              />
            )}
            <RowAction
              label={`${mayEdit ? 'Edit' : 'View'} ${row.name}`}
              icon={<EditIcon />}
              onClick={() => open(row.tenantId)}
            />
          </>
        )}
        emptyTitle="No tenants yet"
        emptyHint="Create one, then give it subscriptions for its devices and blocks."
      />
      <TenantDrawer drawer={drawer} />
      <TenantSubscriptions drawer={subscriptions} />
    </Page>
  );
};
