import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NoteInput } from './note-input.tsx';
import { useWorkUnitHistory } from './work-unit-history-queries.ts';

const labels: Readonly<Record<string, string>> = {
  General: 'System',
  FieldChange: 'Change',
  ProtocolActionActivity: 'Action',
  ProtocolActionFailure: 'Action failed',
  WorkUnitEvent: 'Event',
  WorkUnitStateChange: 'State',
};

const Entry = ({ entry }: { readonly entry: WorkUnitHistoryRecord }) => (
  <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {entry.createdBy}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        <DateTime time={entry.created} format="note" withAge />
      </Typography>
      {entry.historyType && <Chip variant="outlined" label={labels[entry.historyType] ?? entry.historyType} />}
      {entry.isExternalNote && <Chip color="primary" label="External note" />}
    </Box>
    <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {entry.detail}
    </Typography>
  </Box>
);

interface WorkUnitHistoryProps {
  readonly workUnitId: number;
  readonly mayWrite: boolean;
}

/** The stream of notes and changes of a unit, with a place for a new note. */
export const WorkUnitHistory = ({ workUnitId, mayWrite }: WorkUnitHistoryProps) => (
  <section>
    <Typography variant="h3" sx={{ mb: 2 }}>
      Notes and History
    </Typography>
    {mayWrite && <NoteInput workUnitId={workUnitId} />}
    <Loaded query={useWorkUnitHistory(workUnitId)}>
      {(entries) =>
        entries.length === 0 ? (
          <EmptyState title="No notes for this incident." />
        ) : (
          <Box component="ul" aria-label="Notes and history" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
            {entries.map((entry) => (
              <Entry key={`${entry.historyType ?? 'Note'}-${entry.id}`} entry={entry} />
            ))}
          </Box>
        )
      }
    </Loaded>
  </section>
);
