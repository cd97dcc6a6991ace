import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { isSameMail } from '@cfs/contracts/is-same-mail';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { useCurrentUser } from '../../lib/lookups.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { CallMe } from '../work-units/panel/call-me.tsx';
import { HistoryEntry } from '../work-units/history/history-entry.tsx';
import { groupHistory } from '../work-units/history/history-groups.ts';
import { NoteInput } from '../work-units/notes/note-input.tsx';
import { externalNotesKey, requestNotes, useExternalNotes } from './external-notes.ts';

/** The external notes of a request, with an input for a new note and a button to request a call. */
export const RequestNotes = ({ request }: { readonly request: ResolutionCenterUnit }) => {
  const { workUnitId, createdBy, stakeHolderEmailAddress } = request;
  const permissions = usePermissions();
  const userName = useCurrentUser()?.userName ?? null;
  const external = useExternalNotes(workUnitId);
  const isStakeholder = isSameMail(stakeHolderEmailAddress, userName);
  const isOwn = isStakeholder || isSameMail(createdBy, userName);
  const mayAnswer = permissions.has('WorkUnits:view:mine') && (isOwn || permissions.has('WorkUnits:edit'));
  const isEndUser = isStakeholder || (isOwn && !permissions.has('WorkUnits:view'));
  return (
    <section>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h3">Notes</Typography>
        {isEndUser && <CallMe workUnit={request} shownBy={externalNotesKey} />}
      </Box>
      {mayAnswer && <NoteInput place={requestNotes(workUnitId)} />}
      <QueryResult query={external}>
        {(notes) =>
          notes.length === 0 ? (
            <EmptyState title="No notes for this incident." />
          ) : (
            <Box component="ul" aria-label="Notes" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
              {groupHistory(notes).map((group) => (
                <HistoryEntry key={group.id} group={group} isForEndUser />
              ))}
            </Box>
          )
        }
      </QueryResult>
      {external.hasNextPage && (
        <Button disabled={external.isFetchingNextPage} onClick={() => void external.fetchNextPage()}>
          Show older notes
        </Button>
      )}
    </section>
  );
};
