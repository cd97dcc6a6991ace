import { deviceOperationTexts } from '@cfs/contracts/device-operation-texts';
import { api } from '../../lib/api/api-client.ts';
import { callOnce } from '../../lib/call-once.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { deviceOperationSet, type DeviceOperationRow } from './device-operation-row.ts';

/** The commands of a row in the list of device operations. A failed command shows the server's message. */
export const useDeviceOperationCommands = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(deviceOperationSet);
    }
  };
  /** Runs at most one command for an operation at a time. */
  const run = (row: DeviceOperationRow, work: () => Promise<unknown>, done: string): Promise<void> =>
    callOnce(row.deviceOperationId, () => attempt(work, done));
  const path = ({ deviceOperationId }: DeviceOperationRow): string => `${deviceOperationSet}/${deviceOperationId}`;
  return {
    enqueue: (row: DeviceOperationRow) =>
      run(row, () => api.post(`${path(row)}/enqueueOnDemand`), deviceOperationTexts.enqueued),
    dequeue: (row: DeviceOperationRow) =>
      run(row, () => api.post(`${path(row)}/dequeueOnDemand`), deviceOperationTexts.dequeued),
    enable: (row: DeviceOperationRow) =>
      run(row, () => api.post(path(row), { enabled: true, modified: row.modified }), deviceOperationTexts.enabled),
    disable: (row: DeviceOperationRow) =>
      run(row, () => api.post(path(row), { enabled: false, modified: row.modified }), deviceOperationTexts.disabled),
    remove: async (row: DeviceOperationRow): Promise<void> => {
      const text = `Delete ${row.label}? This cannot be undone; its results are kept.`;
      const question = { title: 'Delete Operation', text, yes: 'Delete', no: 'Cancel', isDestructive: true };
      if ((await ask(question)) === undefined) return;
      await run(row, () => api.delete(path(row)), deviceOperationTexts.deleted);
    },
  };
};
