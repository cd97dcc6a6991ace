import type { PendingDevice } from '@cfs/contracts/pending-devices';
import { pendingDeviceInactiveAfter } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import type { RowSelection } from '../../ui/grid/use-row-selection.ts';

export const pendingDeviceSet = '/v1/pendingdevices';

/**
 * Returns a filter for the devices that have pinged within the last day. Its time is truncated to the minute, so that
 * the query does not change with each render.
 */
export const activeFilter = (now: Date = new Date()): string => {
  const since = new Date(now.getTime() - pendingDeviceInactiveAfter);
  since.setSeconds(0, 0);
  return `lastPing ge ${since.toISOString()}`;
};

const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

/** Promotes or deletes the selected devices after a confirmation, then refreshes the lists. */
export const useBatch = (selection: RowSelection<PendingDevice> | undefined) => {
  const ask = useAsk();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const ids = [...(selection?.selected.keys() ?? [])];
  const [first] = selection?.selected.values() ?? [];
  const names = first === undefined || ids.length > 1 ? devices(ids.length) : first.machineName;

  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notify.success(done);
      selection?.clear();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
      await refresh(pendingDeviceSet, '/v1/devices', '/v1/blocks');
    }
  };

  return {
    isBusy,
    promote: async () => {
      const text = `Promote ${names} into the current subscription?`;
      if ((await ask({ title: 'Promote', text, yes: 'Promote', no: 'Cancel' })) === undefined) return;
      await run(() => api.post(`${pendingDeviceSet}/batchpromote`, ids), `Promoted ${names}.`);
    },
    remove: async () => {
      const text = `Delete ${names}? The agent is rejected until it enrols again.`;
      if ((await ask({ title: 'Delete', text, yes: 'Delete', no: 'Cancel', isDestructive: true })) === undefined)
        return;
      await run(() => api.delete(`${pendingDeviceSet}/batchdelete`, ids), `Deleted ${names}.`);
    },
  };
};
