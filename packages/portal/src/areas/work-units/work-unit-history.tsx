import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { usePermissions } from '../../lib/permissions.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CallMe } from './call-me.tsx';
import { HistoryList } from './history-list.tsx';
import { NoteInput } from './note-input.tsx';
import { useWorkUnitHistory } from './work-unit-history-queries.ts';
import type { WorkUnitRow } from './work-unit-row.ts';

/** The stream of notes and changes of a unit, which grows while it is shown, with a place for a new note. */
export const WorkUnitHistory = ({ workUnit }: { readonly workUnit: Pick<WorkUnitRow, 'workUnitId'> }) => {
  const { workUnitId } = workUnit;
  const mayWrite = usePermissions().has('WorkUnits:edit');
  return (
    <section>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h3">Notes and History</Typography>
        <CallMe workUnitId={workUnitId} />
      </Box>
      {mayWrite && <NoteInput workUnitId={workUnitId} />}
      <Loaded query={useWorkUnitHistory(workUnitId)}>
        {(entries) =>
          entries.length === 0 ? <EmptyState title="No notes for this incident." /> : <HistoryList entries={entries} />
        }
      </Loaded>
    </section>
  );
};
