import type { OutboxPreview } from '@cfs/contracts/outbox';
import type { ReceivedMail } from '@cfs/contracts/received-mails';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { MailPreview } from '../work-units/notes/mail-preview.tsx';
import { receivedMailSet } from './received-mail-columns.tsx';
import { VerdictLabel } from './verdict-label.tsx';

const Facts = ({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1, m: 0, mb: 3 }}>
    {facts.map(([label, value]) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <Typography component="dt" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
);

const Mail = ({ mail }: { readonly mail: ReceivedMail }) => {
  const { receivedMailId, tenantId, recipient, cc, subject, workUnitId } = mail;
  const preview = useQuery({
    queryKey: ['received mail', receivedMailId],
    queryFn: () => api.post<OutboxPreview>(`${receivedMailSet}/${receivedMailId}/preview`),
    staleTime: Number.POSITIVE_INFINITY,
    // Not cached after unmount, because the URL of the HTML is valid for only five minutes.
    gcTime: 0,
  });
  return (
    <>
      <Facts
        facts={[
          ['Verdict', <VerdictLabel key="verdict" verdict={mail.verdict} />],
          ...(mail.detail ? [['Reason', mail.detail] as const] : []),
          ...(workUnitId === null
            ? []
            : [
                [
                  'Work unit',
                  <a key="unit" href={`/${tenantId}/workunitsv2?workUnitId=${workUnitId}`}>{`#${workUnitId}`}</a>,
                ] as const,
              ]),
          ['From', mail.sender || '(none)'],
          ['Delivered by', mail.relay],
        ]}
      />
      <QueryResult query={preview}>
        {({ text, previewUrl }) => <MailPreview mail={{ to: recipient, cc, bcc: '', subject, text, previewUrl }} />}
      </QueryResult>
    </>
  );
};

/** The received mail in the URL: its verdict, its text, and its HTML in a frame that runs no scripts. */
export const ReceivedMailPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const { openId, close } = drawer;
  const mail = useOpenedRow<ReceivedMail>(receivedMailSet, equals('receivedMailId', openId));
  if (openId === undefined || mail === undefined) return null;
  return (
    <SidePanel title={mail.subject || '(no subject)'} id={mail.receivedMailId} onClose={close}>
      <Mail key={mail.receivedMailId} mail={mail} />
    </SidePanel>
  );
};
