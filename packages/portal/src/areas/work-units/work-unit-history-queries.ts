import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/polling.ts';
import { lastSettled, mergeRecords } from './merge-records.ts';
import { workUnitSet } from './work-unit-row.ts';

export const workUnitHistoryKey = 'workUnitHistory';

type Records = readonly WorkUnitHistoryRecord[];

/** How often an open stream looks for news, in milliseconds. */
const liveInterval = 4_000;

/** Notes and system records of a unit, newest first. What others add arrives while it is shown: only news are asked for. */
export const useWorkUnitHistory = (workUnitId: number) =>
  useQuery({
    queryKey: [workUnitHistoryKey, workUnitId],
    queryFn: async ({ signal, client, queryKey }): Promise<Records> => {
      const known = client.getQueryData<Records>(queryKey) ?? [];
      const after = lastSettled(known, Date.now());
      const path = `${workUnitSet}/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
      const query = after === undefined ? '' : `?after=${after}`;
      const { value } = await api.get<{ readonly value: Records }>(path + query, { signal });
      return after === undefined ? value : mergeRecords(known, value);
    },
    ...pollEvery(liveInterval),
  });
