import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import type { Subscriber } from '@cfs/contracts/communication-subscribers';
import { equals } from '../../../lib/api/odata-filter.ts';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { ListView } from '../../../ui/list/list-view.tsx';
import { useDelete } from '../../../ui/list/use-delete.ts';
import { useListScreen } from '../../../ui/list/use-list-screen.ts';
import { subscriberColumns, subscriberSet } from './subscriber-columns.tsx';

const subscriberId = (row: Subscriber): string => row.subscriberId;

/** The subscribers of a tenant. */
export const SubscriberList = ({ tenantId }: { readonly tenantId: string }) => {
  const deleteSubscriber = useDelete(subscriberSet);
  const remove = ({ subscriberId: id, address }: Subscriber): Promise<boolean> =>
    deleteSubscriber({
      title: 'Remove Subscriber',
      text: `Remove ${address}? The address receives no further status reports.`,
      yes: 'Remove',
      path: `/v1/communicationsubscribers/${id}`,
      done: `${address} was removed.`,
    });
  const screen = useListScreen<Subscriber>({
    name: 'subscribers',
    set: subscriberSet,
    columns: subscriberColumns,
    sort: [{ field: 'address', direction: 'asc' }],
    filter: () => equals('tenantId', tenantId),
    isInDrawer: true,
  });
  return (
    <ListView
      label="Subscribers"
      screen={screen}
      rowId={subscriberId}
      searchFields="address"
      exportName="subscribers.csv"
      rowActions={(row) => (
        <RowAction label={`Remove ${row.address}`} icon={<DeleteIcon />} onClick={() => void remove(row)} />
      )}
      emptyTitle="No subscribers yet"
      emptyHint="People can subscribe here; visitors use the page or form that you provide."
    />
  );
};
