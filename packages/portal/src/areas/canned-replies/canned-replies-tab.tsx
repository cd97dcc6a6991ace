import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { useDelete } from '../../ui/list/use-delete.ts';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { cannedReplyColumns } from './canned-reply-columns.ts';
import { CannedReplyDrawer } from './canned-reply-drawer.tsx';
import { cannedReplySet } from './canned-reply-queries.ts';
import type { CannedReplyRow } from './canned-reply.ts';

const cannedReplyId = (row: CannedReplyRow): string => row.cannedReplyId;

/** The texts that staff insert in notes by typing `/`. */
export const CannedRepliesTab = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits.Categories:create');
  const drawer = useOpenRow('open', mayCreate);
  const deleteReply = useDelete(cannedReplySet);
  const screen = useListScreen<CannedReplyRow>({
    name: 'cannedreplies',
    set: cannedReplySet,
    columns: cannedReplyColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    expand: 'tenant($select=name)',
  });
  const remove = (row: CannedReplyRow): Promise<boolean> =>
    deleteReply({
      title: 'Delete Canned Reply',
      text: `Delete ${row.name}?`,
      path: `${cannedReplySet}/${row.cannedReplyId}`,
      done: `Canned reply ${row.name} deleted.`,
    });
  return (
    <>
      <ListView
        label="Canned replies"
        screen={screen}
        rowId={cannedReplyId}
        searchFields="name and text"
        exportName="cannedreplies.csv"
        onCreate={mayCreate && drawer.create}
        onOpen={(row) => drawer.open(cannedReplyId(row))}
        rowActions={(row) => (
          <>
            <OpenAction
              name={row.name}
              mayEdit={permissions.has('WorkUnits.Categories:edit')}
              onOpen={() => drawer.open(cannedReplyId(row))}
            />
            {permissions.has('WorkUnits.Categories:delete') && (
              <RowAction label={`Delete ${row.name}`} icon={<DeleteIcon />} onClick={() => void remove(row)} />
            )}
          </>
        )}
        emptyTitle="No canned replies yet"
        emptyHint="Create the first one; insert it in a note of a work unit by typing / and its name."
      />
      <CannedReplyDrawer drawer={drawer} />
    </>
  );
};
