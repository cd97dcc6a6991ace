import type { InternalNotification } from '@cfs/contracts/communications';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { communicationSet } from './communication-set.ts';

const failed = 'Internal Notification failed.';

/** Statuses that the API client reports itself: the session has ended, or access is denied. */
const handledByShell = new Set([401, 403]);

/** Mails a communication to the tenant's own people, and says how that went. */
export const useNotifyInternal = () => {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const send = async (workUnitCommunicationId: string | undefined): Promise<void> => {
    if (!workUnitCommunicationId) return notify.error(`${failed} No WUCOMM Id was provided.`);
    setBusy(true);
    try {
      await api.get<InternalNotification>(`${communicationSet}/${workUnitCommunicationId}/sendInternalNotification`);
      notify.success('Internal Notification sent.');
      await refresh(communicationSet);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!handledByShell.has(error.status)) notify.error(`${failed} ${error.detail}`);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy } as const;
};
