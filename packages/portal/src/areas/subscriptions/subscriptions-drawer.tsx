import type { Subscription } from '@cfs/contracts/subscriptions';
import Box from '@mui/material/Box';
import { equals } from '../../lib/api/odata-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { subscriptionColumns } from './subscription-columns.tsx';
import { SubscriptionDrawer } from './subscription-drawer.tsx';
import { subscriptionSet } from './subscription-queries.ts';

interface SubscriptionsDrawerProps {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly onClose: () => void;
}

const subscriptionId = (row: Subscription): string => row.subscriptionId;

/** The subscriptions of one tenant: a list with its own paging, sorting and search. */
export const SubscriptionsDrawer = ({ tenantId, tenantName, onClose }: SubscriptionsDrawerProps) => {
  const mayCreate = usePermissions().has('Subscriptions:create');
  const drawer = useOpenRow('subscription', mayCreate);
  const screen = useListScreen<Subscription>({
    name: 'subscriptions',
    set: subscriptionSet,
    columns: subscriptionColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    filter: () => equals('tenantId', tenantId),
    isInDrawer: true,
  });
  return (
    <SidePanel title={`Subscriptions: ${tenantName}`} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: 1, gap: 3 }}>
        <ListView
          label="Subscriptions"
          screen={screen}
          rowId={subscriptionId}
          searchFields="name"
          exportName="subscriptions.csv"
          onCreate={mayCreate && drawer.create}
          onOpen={(row) => drawer.open(row.subscriptionId)}
          emptyTitle="No subscriptions yet"
          emptyHint="Devices and blocks of a tenant belong to a subscription."
        />
      </Box>
      <SubscriptionDrawer drawer={drawer} tenantId={tenantId} />
    </SidePanel>
  );
};
