import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { HistoryType } from '@cfs/contracts/work-unit-enumerations';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { DateTime } from '../../ui/date-time.tsx';
import { AttachmentLink } from './attachment-link.tsx';
import { splitMentions } from './mention-text.ts';

const labels: Readonly<Record<HistoryType, string>> = {
  General: 'System',
  FieldChange: 'Field change',
  ProtocolActionActivity: 'Action',
  ProtocolActionFailure: 'Action failed',
  WorkUnitEvent: 'Event',
  WorkUnitStateChange: 'State change',
};

interface HistoryEntryProps {
  readonly entry: WorkUnitHistoryRecord;
}

/** One record of a unit's stream. All of its words are shown as they were written, never as markup. */
export const HistoryEntry = memo(({ entry }: HistoryEntryProps) => (
  <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {entry.createdBy}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        <DateTime time={entry.created} format="note" />
      </Typography>
      {entry.historyType && (
        <Chip
          variant="outlined"
          label={labels[entry.historyType]}
          {...(entry.historyType === 'ProtocolActionFailure' ? { color: 'error' as const } : {})}
        />
      )}
      {entry.isExternalNote && <Chip color="primary" label="External note" />}
    </Box>
    <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {splitMentions(entry.detail, entry.mentions ?? []).map(({ text, isMention }, index) =>
        isMention ? (
          <Box key={index} component="strong" sx={{ color: 'primary.main' }}>
            {text}
          </Box>
        ) : (
          text
        ),
      )}
    </Typography>
    {entry.attachments && (
      <Box
        component="ul"
        aria-label="Attachments"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', m: 0, mt: 2, p: 0 }}
      >
        {entry.attachments.map((attachment) => (
          <Box component="li" key={attachment.attachmentId} sx={{ maxWidth: 1 }}>
            <AttachmentLink workUnitId={entry.workUnitId} attachment={attachment} />
          </Box>
        ))}
      </Box>
    )}
  </Box>
));
