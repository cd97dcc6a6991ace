import LayersIcon from '@mui/icons-material/LayersOutlined';
import type { Tenant } from '@cfs/contracts/tenants';
import { useMemo } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { TenantSubscriptions } from './tenant-subscriptions.tsx';
import { tenantColumns } from './tenant-columns.tsx';
import { TenantDrawer } from './tenant-drawer.tsx';
import { tenantSet } from './tenant-queries.ts';
import { useToggleTenant } from './use-toggle-tenant.ts';

const tenantId = (row: Tenant): string => row.tenantId;
const isDisabled = (row: Tenant): boolean => !row.enabled;

export const TenantsScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('Tenants:create');
  const [drawer, subscriptions] = [useOpenRow('open', mayCreate), useOpenRow('subscriptions')];
  const toggle = useToggleTenant();
  const mayEdit = permissions.has('Tenants:edit');
  const columns = useMemo(
    () => tenantColumns({ onToggle: mayEdit ? (row) => void toggle(row) : undefined }),
    [mayEdit, toggle],
  );
  const screen = useListScreen<Tenant>({
    name: 'tenants',
    set: tenantSet,
    columns,
    sort: [{ field: 'name', direction: 'asc' }],
  });
  return (
    <ListScreen
      title="Tenants"
      help="Customers or departments whose data are kept apart from all others."
      screen={screen}
      rowId={tenantId}
      searchFields="name"
      exportName="tenants.csv"
      isMuted={isDisabled}
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(row.tenantId)}
      rowActions={(row) => (
        <>
          {permissions.has('Subscriptions:view') && (
            <RowAction
              label={`Subscriptions of ${row.name}`}
              icon={<LayersIcon />}
              onClick={() => subscriptions.open(row.tenantId)}
            />
          )}
          <OpenAction name={row.name} mayEdit={mayEdit} onOpen={() => drawer.open(row.tenantId)} />
        </>
      )}
      emptyTitle="No tenants yet"
      emptyHint="Create one, then give it subscriptions for its devices and blocks."
    >
      <TenantDrawer drawer={drawer} />
      <TenantSubscriptions drawer={subscriptions} />
    </ListScreen>
  );
};
