import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { Identifier } from '../../../ui/text/identifier.tsx';
import { attemptName, type ActionHistoryEntry } from './action-history.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { RecordedRequest, recordedRequestOf, SentText } from './recorded-request.tsx';
import { ResultStatus } from './result-status.tsx';
import { useDelivery } from './use-delivery.ts';

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
    <Typography variant="h3" sx={{ mb: 2 }}>
      {title}
    </Typography>
    {children}
  </Box>
);

const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 4, rowGap: 2, m: 0, fontSize: 13 }}
  >
    {facts.map(([name, value]) => (
      <Box key={name} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
);

/** Indents JSON text with one line for each member; returns any other text unchanged. */
const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const id = (name: string, value: string | null): readonly (readonly [string, ReactNode])[] =>
  value === null ? [] : [[name, <Identifier key={name} id={value} />]];

const Entry = ({ entry }: { readonly entry: ActionHistoryEntry }) => {
  const request = recordedRequestOf(entry.request);
  return (
    <>
      <Facts
        facts={[
          ['Result', <ResultStatus key="result" statusId={entry.resultStatusId} />],
          ['Processed', <DateTime key="processed" time={entry.actionProcessed} />],
          ['Attempt', attemptName(entry.attempt)],
          ['Response status', entry.responseStatus ?? 'None'],
          ['Duration', entry.durationMilliseconds === null ? 'None' : `${entry.durationMilliseconds} ms`],
          ...(entry.nextAttempt === null
            ? []
            : [['Next attempt', <DateTime key="next" time={entry.nextAttempt} />] as const]),
          ...id('Message', entry.messageId),
          ...id('Correlation', entry.correlationId),
          ...id('Reference', entry.referenceId),
          ...id('Protocol action', entry.protocolActionId),
        ]}
      />
      {entry.resultDetail && (
        <Section title="Detail">
          <SentText label="Detail" text={entry.resultDetail} />
        </Section>
      )}
      {request && (
        <Section title="Request">
          <RecordedRequest request={request} />
        </Section>
      )}
      <Section title="Input Parameters">
        <SentText label="Input Parameters" text={indented(entry.inputParameters)} />
      </Section>
    </>
  );
};

interface ActionHistoryDialogProps {
  readonly messageId: string;
  /** The entry that is shown first. */
  readonly entryId: string;
  readonly onClose: () => void;
}

/** One entry of the history, and every attempt of its delivery. */
export const ActionHistoryDialog = ({ messageId, entryId, onClose }: ActionHistoryDialogProps) => {
  const titleId = useId();
  const delivery = useDelivery(messageId);
  const [shownId, setShownId] = useState(entryId);
  const name = delivery.data?.[0]?.actionDefinition?.name;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {name ? `Action History Details: ${name}` : 'Action History Details'}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
        <QueryResult query={delivery}>
          {(entries) => {
            const shown = entries.find(({ actionHistoryId }) => actionHistoryId === shownId);
            if (!shown) return <EmptyState title="No History Found." />;
            return (
              <>
                <Entry key={shown.actionHistoryId} entry={shown} />
                <Section title="Attempts">
                  <AttemptsTable
                    label="Attempts"
                    entries={entries}
                    onOpen={({ actionHistoryId }) => setShownId(actionHistoryId)}
                  />
                </Section>
              </>
            );
          }}
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
};
