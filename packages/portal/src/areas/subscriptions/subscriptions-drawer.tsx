import type { Subscription } from '@cfs/contracts/subscriptions';
import Box from '@mui/material/Box';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkCell } from '../../ui/link-cell.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { CreateButton, Toolbar } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { SubscriptionDrawer } from './subscription-drawer.tsx';
import { subscriptionSet } from './subscription-queries.ts';

interface SubscriptionsDrawerProps {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly onClose: () => void;
}

/** The subscriptions of one tenant, by name. */
export const SubscriptionsDrawer = ({ tenantId, tenantName, onClose }: SubscriptionsDrawerProps) => {
  const mayCreate = usePermissions().has('Subscriptions:create');
  const drawer = useOpenRow('subscription', mayCreate);
  const subscriptions = useRows<Subscription>(subscriptionSet, {
    filter: equals('tenantId', tenantId),
    orderBy: [{ field: 'name', direction: 'asc' }],
  });
  return (
    <SidePanel title={`Subscriptions: ${tenantName}`} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {mayCreate && (
          <Toolbar>
            <CreateButton onClick={drawer.create} />
          </Toolbar>
        )}
        <Loaded query={subscriptions}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title="No subscriptions yet"
                hint="Devices and blocks of a tenant belong to a subscription."
              />
            ) : (
              <PlainTable
                label="Subscriptions"
                rowKey={(row) => row.subscriptionId}
                columns={[
                  {
                    header: 'Name',
                    cell: (row) => <LinkCell text={row.name} onClick={() => drawer.open(row.subscriptionId)} />,
                  },
                  { header: 'Modified', cell: (row) => <DateTime time={row.modified} />, isNarrow: true },
                ]}
                rows={rows}
              />
            )
          }
        </Loaded>
      </Box>
      <SubscriptionDrawer drawer={drawer} tenantId={tenantId} />
    </SidePanel>
  );
};
