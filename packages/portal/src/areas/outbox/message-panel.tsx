import type { OutboxMessage, OutboxPreview } from '@cfs/contracts/outbox';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { MailPreview } from '../work-units/notes/mail-preview.tsx';
import { outboxSet } from './outbox-columns.tsx';

const Message = ({ message }: { readonly message: OutboxMessage }) => {
  const { messageId, recipient, cc, bcc, subject } = message;
  const preview = useQuery({
    queryKey: ['outbox preview', messageId],
    queryFn: () => api.post<OutboxPreview>(`${outboxSet}/${messageId}/preview`),
    staleTime: Number.POSITIVE_INFINITY,
    // The URL of the HTML is valid for five minutes, so that opening the mail again must fetch a new one.
    gcTime: 0,
  });
  return (
    <QueryResult query={preview}>
      {({ text, previewUrl }) => <MailPreview mail={{ to: recipient, cc, bcc, subject, text, previewUrl }} />}
    </QueryResult>
  );
};

/** The mail that the URL names, as plain text and as HTML in a frame that runs no scripts. */
export const MessagePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const { openId, close } = drawer;
  const message = useOpenedRow<OutboxMessage>(outboxSet, equals('messageId', openId));
  if (openId === undefined || message === undefined) return null;
  return (
    <SidePanel title={message.subject} id={message.messageId} onClose={close}>
      <Message key={message.messageId} message={message} />
    </SidePanel>
  );
};
