import type { SubscriberDelivery } from '@cfs/contracts/communication-subscribers';
import { equals } from '../../../lib/api/odata-filter.ts';
import { ListView } from '../../../ui/list/list-view.tsx';
import { useListScreen } from '../../../ui/list/use-list-screen.ts';
import { subscriberDeliveryColumns, subscriberDeliverySet } from './subscriber-columns.tsx';

const deliveryId = (row: SubscriberDelivery): string => row.deliveryId;

/** The mails to the subscribers of a tenant: recipient, subject, and when the mail server accepted each. */
export const SubscriberDeliveryList = ({ tenantId }: { readonly tenantId: string }) => {
  const screen = useListScreen<SubscriberDelivery>({
    name: 'subscriberdeliveries',
    set: subscriberDeliverySet,
    columns: subscriberDeliveryColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    filter: () => equals('tenantId', tenantId),
    isInDrawer: true,
  });
  return (
    <ListView
      label="Mails to subscribers"
      screen={screen}
      rowId={deliveryId}
      exportName="subscriberdeliveries.csv"
      emptyTitle="No mails yet"
      emptyHint="Each change that customers can read is mailed to the subscribers."
    />
  );
};
