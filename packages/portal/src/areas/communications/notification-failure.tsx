import type { InternalNotification } from '@cfs/contracts/communications';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { pollIntervals } from '@cfs/contracts/sizes';
import { api } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { communicationSet } from './communication-set.ts';

/** Shows that the mail of the last internal notification failed. This is known only after the call that sent it. */
export const NotificationFailure = ({ workUnitCommunicationId }: { readonly workUnitCommunicationId: string }) => {
  const { data: [last] = [] } = useQuery({
    queryKey: [communicationSet, 'notifications', workUnitCommunicationId],
    queryFn: ({ signal }) =>
      api.get<readonly InternalNotification[]>(`${communicationSet}/${workUnitCommunicationId}/internalNotifications`, {
        signal,
      }),
    ...pollEvery(pollIntervals.actionHistory),
  });
  if (!last?.failure) return null;
  return (
    <Alert severity="error" sx={{ mb: 4 }}>
      The internal notification of {formatDate(last.created)} did not reach {last.recipient.includes(',') && 'all of '}
      {last.recipient}. {last.failure}
    </Alert>
  );
};
