import EditIcon from '@mui/icons-material/EditOutlined';
import { equals } from '../../lib/api/odata-filter.ts';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import type { Column } from '../../ui/data-table-column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { sharedTenantName, TenantFilter } from '../../ui/tenant-filter.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import type { LocationRow } from './location.ts';
import { LocationDrawer } from './location-drawer.tsx';
import { locationSet } from './location-queries.ts';

const columns: readonly Column<LocationRow>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, flex: 2, card: true },
  { field: 'city', header: 'City', value: (row) => row.city, card: true },
  { field: 'state', header: 'State', value: (row) => row.state },
  { field: 'tenant/name', header: 'Tenant', value: (row) => row.tenant?.name ?? sharedTenantName, card: true },
];

export const LocationsScreen = () => {
  const list = useListState({ sort: [{ field: 'name', direction: 'asc' }] });
  const drawer = useOpenRow();
  const permissions = usePermissions();
  const rows = useList<LocationRow>(locationSet, list, {
    filter: equals('tenantId', list.filter('tenant')),
    expand: 'tenant',
  });
  const mayEdit = permissions.has('Locations:edit');
  return (
    <Page title="Locations" help="Places where devices stand. A location of all tenants can be used by every tenant.">
      <Toolbar>
        <TenantFilter set={locationSet} list={list} />
        <ToolbarSpace />
        <SearchBox value={list.search} onSearch={list.setSearch} fields="name, city and state" />
        {permissions.has('Locations:create') && <CreateButton onClick={drawer.create} />}
      </Toolbar>
      <DataTable
        label="Locations"
        columns={columns}
        rowId={(row) => row.locationId}
        list={list}
        rows={rows}
        rowActions={(row) => (
          <RowAction
            label={`${mayEdit ? 'Edit' : 'View'} ${row.name}`}
            icon={<EditIcon />}
            onClick={() => drawer.open(row.locationId)}
          />
        )}
        emptyTitle="No locations yet"
        emptyHint="Create the first one, then choose it in a device."
      />
      <LocationDrawer drawer={drawer} />
    </Page>
  );
};
