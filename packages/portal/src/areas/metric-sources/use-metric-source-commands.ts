import type { MetricSource } from '@cfs/contracts/metric-sources';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { metricSourceSet } from './metric-source-row.ts';

/** Ignores or forgets a source after a confirmation, and then refetches the list. */
export const useMetricSourceCommands = ({ metricSourceId, name }: MetricSource, onDone: () => void) => {
  const ask = useAsk();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notify.success(done);
      onDone();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
      await refresh(metricSourceSet);
    }
  };

  return {
    isBusy,
    ignore: async () => {
      const text = `Ignore ${name}? Nothing that it sends is stored until it is accepted.`;
      if ((await ask({ title: 'Ignore', text, yes: 'Ignore', no: 'Cancel', isDestructive: true })) === undefined)
        return;
      await run(() => api.post(`${metricSourceSet}/${metricSourceId}/ignore`), `Ignored ${name}.`);
    },
    forget: async () => {
      const text = `Forget ${name}? It waits for a decision again when it next sends. Its block and packets are kept.`;
      if ((await ask({ title: 'Forget', text, yes: 'Forget', no: 'Cancel', isDestructive: true })) === undefined)
        return;
      await run(() => api.delete(`${metricSourceSet}/${metricSourceId}`), `Forgot ${name}.`);
    },
  };
};
