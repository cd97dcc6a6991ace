import type { ReceivedMail } from '@cfs/contracts/received-mails';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { receivedMailColumns, receivedMailSet } from './received-mail-columns.tsx';
import { ReceivedMailDrawer } from './received-mail-drawer.tsx';

const receivedMailId = (row: ReceivedMail): string => row.receivedMailId;

/** The list of received mails with their verdicts. */
export const ReceivedMailsScreen = () => {
  const drawer = useOpenRow();
  const screen = useListScreen<ReceivedMail>({
    name: 'receivedmails',
    set: receivedMailSet,
    columns: receivedMailColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Received Mails"
      help="Mails to tenants and replies to mails of the portal, with the result of each."
      screen={screen}
      rowId={receivedMailId}
      searchFields="sender and subject"
      exportName="receivedmails.csv"
      onOpen={(row) => drawer.open(row.receivedMailId)}
      emptyTitle="No mails yet"
      emptyHint="Give a tenant its address under Tenants, in the tab Mail."
    >
      <ReceivedMailDrawer drawer={drawer} />
    </ListScreen>
  );
};
