import { splitQuote } from '@cfs/contracts/quoted-text';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { HistoryType } from '@cfs/contracts/work-unit-enumerations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { memo, useId, useState } from 'react';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { LiveText } from '../notes/live-text.tsx';
import { AttachmentLink } from '../notes/attachment-link.tsx';
import type { HistoryGroup } from './history-groups.ts';
import { historyWords } from './history-words.ts';

const labels: Readonly<Record<HistoryType, string>> = {
  General: 'System',
  FieldChange: 'Field change',
  ProtocolActionActivity: 'Action',
  ProtocolActionFailure: 'Action failed',
  WorkUnitEvent: 'Event',
  WorkUnitStateChange: 'State change',
};

const KindChip = ({ kind }: { readonly kind: HistoryType }) => (
  <Chip
    variant="outlined"
    label={labels[kind]}
    {...(kind === 'ProtocolActionFailure' ? { color: 'error' as const } : {})}
  />
);

/** The text that a note quotes at its end, collapsed initially. */
const FoldedQuote = ({ quote }: { readonly quote: string }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ px: 1, ml: -1, color: 'text.secondary' }}
      >
        {isOpen ? 'Hide quoted text' : 'Show quoted text'}
      </Button>
      <Typography
        id={id}
        hidden={!isOpen}
        variant="body2"
        color="textSecondary"
        sx={{
          ...(isOpen && { pl: 3, borderLeft: 2, borderColor: 'divider' }),
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {quote}
      </Typography>
    </Box>
  );
};

interface RecordTextProps {
  readonly record: WorkUnitHistoryRecord;
  readonly isForEndUser: boolean;
}

const RecordText = ({ record, isForEndUser }: RecordTextProps) => {
  const { text: words, quote } =
    record.historyType === null ? splitQuote(historyWords(record)) : { text: historyWords(record), quote: '' };
  return (
    <>
      <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <LiveText text={words} people={record.mentions ?? []} opensUnits={!isForEndUser} />
      </Typography>
      {quote !== '' && <FoldedQuote quote={quote.replaceAll(/^> ?/gm, '')} />}
    </>
  );
};

const countEvents = (count: number): string => (count === 1 ? '1 event' : `${count} events`);

/** The events of an entry, collapsed initially. */
const FoldedEvents = ({ events }: { readonly events: readonly WorkUnitHistoryRecord[] }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ px: 1, ml: -1, color: 'text.secondary' }}
      >
        {isOpen ? `Hide ${countEvents(events.length)}` : countEvents(events.length)}
      </Button>
      <Box component="ul" id={id} hidden={!isOpen} sx={{ m: 0, pl: 4 }}>
        {events.map((event) => (
          <Typography key={event.id} component="li" variant="body2" color="textSecondary">
            {historyWords(event)}, <DateTime time={event.created} format="note" />
          </Typography>
        ))}
      </Box>
    </Box>
  );
};

interface HistoryEntryProps {
  readonly group: HistoryGroup;
  /** Whether the end user is the reader: every note is external, and its files can only be downloaded. */
  readonly isForEndUser?: boolean;
}

/** One entry of a unit's stream. All text is rendered literally, never as markup. */
export const HistoryEntry = memo(({ group, isForEndUser = false }: HistoryEntryProps) => {
  const { first, records, events } = group;
  const kinds = new Set((records.length > 0 ? records : events).flatMap(({ historyType }) => historyType ?? []));
  const attachments = records.flatMap((record) => record.attachments ?? []);
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography variant="body2" title={first.createdBy} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {first.createdByName}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          <DateTime time={first.created} format="note" />
        </Typography>
        {[...kinds].map((kind) => (
          <KindChip key={kind} kind={kind} />
        ))}
        {first.mergedFrom !== undefined && <Chip variant="outlined" label={`From #${first.mergedFrom}`} />}
        {first.isExternalNote && !isForEndUser && <Chip color="primary" label="External note" />}
      </Box>
      {records.map((record) => (
        <RecordText key={record.id} record={record} isForEndUser={isForEndUser} />
      ))}
      {events.length > 0 && <FoldedEvents events={events} />}
      {attachments.length > 0 && (
        <Box
          component="ul"
          aria-label="Attachments"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', m: 0, mt: 2, p: 0 }}
        >
          {attachments.map((attachment) => (
            <Box component="li" key={attachment.attachmentId} sx={{ maxWidth: 1 }}>
              <AttachmentLink workUnitId={first.workUnitId} attachment={attachment} mayRemove={!isForEndUser} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
});
