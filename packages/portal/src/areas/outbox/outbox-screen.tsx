import type { OutboxMessage } from '@cfs/contracts/outbox';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { MessageDrawer } from './message-drawer.tsx';
import { outboxColumns, outboxSet } from './outbox-columns.tsx';

const messageId = (row: OutboxMessage): string => row.messageId;

export const OutboxScreen = () => {
  const drawer = useOpenRow();
  const screen = useListScreen<OutboxMessage>({
    name: 'outbox',
    set: outboxSet,
    columns: outboxColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Outbox"
      help="Mails that would have been sent: no mail server is configured, so they are kept here."
      screen={screen}
      rowId={messageId}
      exportName="outbox.csv"
      onOpen={(row) => drawer.open(row.messageId)}
      emptyTitle="No mails yet"
      emptyHint="Mails that the portal would send appear here."
    >
      <MessageDrawer drawer={drawer} />
    </ListScreen>
  );
};
