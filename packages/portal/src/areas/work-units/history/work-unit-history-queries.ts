import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Present } from '@cfs/contracts/work-unit-presence';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { useCarried } from '../../../lib/api/carried-answers.tsx';
import { pollEvery } from '../../../lib/polling.ts';
import { lastSettled, mergeRecords } from './merge-records.ts';
import { workUnitSet } from '../work-unit-row.ts';

export const workUnitHistoryKey = 'workUnitHistory';

type Records = readonly WorkUnitHistoryRecord[];

const fetchRecords = async (workUnitId: number, after?: number, signal?: AbortSignal): Promise<Records> => {
  const path = `${workUnitSet}/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
  const query = after === undefined ? '' : `?after=${after}`;
  return (await api.get<{ readonly value: Records }>(path + query, signal ? { signal } : {})).value;
};

/** Notes and system records of a unit, newest first. Asked for again, it asks for news alone. */
export const useWorkUnitHistory = (workUnitId: number) =>
  useQuery({
    queryKey: [workUnitHistoryKey, workUnitId],
    queryFn: async ({ signal, client, queryKey }): Promise<Records> => {
      const known = client.getQueryData<Records>(queryKey) ?? [];
      const after = lastSettled(known, Date.now());
      const news = await fetchRecords(workUnitId, after, signal);
      return after === undefined ? news : mergeRecords(known, news);
    },
    ...useCarried<Records>([workUnitHistoryKey, workUnitId]),
    ...pollEvery(),
  });

const filesIn = (records: Records): number =>
  records.reduce((count, { attachments = [] }) => count + attachments.length, 0);

/**
 * Brings the stream of a unit up to date when presence, asked at the given time, tells that it has come further: by its
 * news, or whole when files of older notes have come or gone.
 */
export const useFollowHistory = (workUnitId: number, present: Present | undefined, askedAt: number): void => {
  const client = useQueryClient();
  const follow = useEffectEvent(async () => {
    const queryKey = [workUnitHistoryKey, workUnitId];
    const known = client.getQueryState<Records>(queryKey);
    if (!present || !known?.data || known.fetchStatus !== 'idle' || known.dataUpdatedAt >= askedAt) return;
    if ((present.newestRecord ?? 0) > (known.data[0]?.id ?? 0)) await client.invalidateQueries({ queryKey });
    else if (present.attachments !== filesIn(known.data))
      client.setQueryData<Records>(queryKey, await fetchRecords(workUnitId));
  });
  useEffect(() => {
    // What fails now is asked for again when presence is.
    follow().catch(() => undefined);
  }, [askedAt]);
};
