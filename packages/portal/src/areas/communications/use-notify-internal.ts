import type { InternalNotification } from '@cfs/contracts/communications';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { communicationSet } from './communication-set.ts';

const failed = 'Internal Notification failed.';

/** Sends the internal notification of a communication by mail, and shows whether that succeeded. */
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
      notifyProblem(error, ({ detail }) => `${failed} ${detail}`);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy } as const;
};
