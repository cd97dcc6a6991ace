import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { isSameMail } from '@cfs/contracts/is-same-mail';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { useAfterPaint } from '../../../lib/timing/use-after-paint.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { CallMe } from '../panel/call-me.tsx';
import { HistoryList } from './history-list.tsx';
import { NoteInput } from '../notes/note-input.tsx';
import type { ReplyUnit } from '../notes/canned-reply-text.ts';
import { staffNotes } from '../notes/note-place.ts';
import { useWorkUnitHistory, workUnitHistoryKey } from './work-unit-history-queries.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface WorkUnitHistoryProps {
  readonly workUnit: ReplyUnit & Pick<WorkUnitRow, 'stakeHolderEmailAddress' | 'stakeHolderPhoneNumber'>;
}

const History = ({ workUnit }: WorkUnitHistoryProps) => {
  const { workUnitId } = workUnit;
  const user = useCurrentUser();
  const isEndUser = isSameMail(workUnit.stakeHolderEmailAddress, user?.userName ?? null);
  const mayWrite = usePermissions().has('WorkUnits:edit');
  const history = useWorkUnitHistory(workUnitId);
  const [hasEntries] = useAfterPaint();
  return (
    <section>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h3">Notes and History</Typography>
        {isEndUser && <CallMe workUnit={workUnit} shownBy={workUnitHistoryKey} />}
      </Box>
      {mayWrite && <NoteInput place={staffNotes(workUnit)} />}
      {hasEntries && (
        <QueryResult query={history}>
          {(known) =>
            known.records.length === 0 ? (
              <EmptyState title="No notes for this incident." />
            ) : (
              <HistoryList workUnitId={workUnitId} history={known} />
            )
          }
        </QueryResult>
      )}
    </section>
  );
};

/** The stream of notes and changes of a unit, updated while it is shown, with an input for a new note. */
export const WorkUnitHistory = memo(History);
