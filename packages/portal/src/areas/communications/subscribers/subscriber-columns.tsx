import {
  deliveryKinds,
  deliveryStates,
  subscriberStates,
  type DeliveryState,
  type Subscriber,
  type SubscriberDelivery,
} from '@cfs/contracts/communication-subscribers';
import { namesOf } from '../../../lib/lists/column-filter.ts';
import type { Column } from '../../../ui/grid/data-table-column.ts';
import { textColumn, timeColumn } from '../../../ui/list/usual-columns.tsx';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';

/** The entity set of subscribers. */
export const subscriberSet = '/v1/communicationSubscribers';
/** The entity set of mails to subscribers. */
export const subscriberDeliverySet = '/v1/subscriberDeliveries';

/** The columns of the list of subscribers. */
export const subscriberColumns: readonly Column<Subscriber>[] = [
  textColumn('address', 'Address', { flex: 3, minWidth: 200, card: true }),
  {
    field: 'state',
    header: 'State',
    value: (row) => row.state,
    render: (row) => <StateLabel tone={row.state === 'Confirmed' ? 'good' : 'underway'}>{row.state}</StateLabel>,
    filter: { kind: 'enumeration', options: namesOf(subscriberStates) },
    sortable: false,
    width: 130,
    card: true,
  },
  timeColumn('confirmed', 'Confirmed', { sortable: false, card: true }),
  textColumn('createdBy', 'Subscribed By', { sortable: false, flex: 2, minWidth: 140, isWideOnly: true }),
];

const tones: Readonly<Record<DeliveryState, Tone>> = {
  Queued: 'underway',
  Accepted: 'good',
  Held: 'muted',
  Failed: 'bad',
  Deferred: 'underway',
  Digested: 'good',
};

/** The columns of the list of mails to subscribers. */
export const subscriberDeliveryColumns: readonly Column<SubscriberDelivery>[] = [
  textColumn('address', 'Address', { sortable: false, flex: 2, minWidth: 180, card: true }),
  textColumn('subject', 'Subject', { sortable: false, flex: 3, minWidth: 200, card: true }),
  {
    field: 'state',
    header: 'State',
    value: (row) => row.state,
    render: (row) => (
      <span title={row.detail ?? ''}>
        <StateLabel tone={tones[row.state]}>{row.state}</StateLabel>
      </span>
    ),
    filter: { kind: 'enumeration', options: namesOf(deliveryStates) },
    sortable: false,
    width: 130,
    card: true,
  },
  timeColumn('accepted', 'Accepted', { sortable: false, card: true }),
  {
    field: 'kind',
    header: 'Kind',
    value: (row) => row.kind,
    filter: { kind: 'enumeration', options: namesOf(deliveryKinds) },
    sortable: false,
    width: 120,
    isHidden: true,
  },
  textColumn('detail', 'Answer', { sortable: false, flex: 2, minWidth: 160, isHidden: true }),
  timeColumn('created', 'Created', { isWideOnly: true }),
];
