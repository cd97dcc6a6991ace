import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Present } from '@cfs/contracts/work-unit-presence';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { usePreloaded } from '../../../lib/api/preloaded-answers.tsx';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { pollEvery } from '../../../lib/timing/polling.ts';
import {
  lastFinalRecord,
  toHistory,
  withNewest,
  withNewRecords,
  withOlder,
  type KnownHistory,
} from './merge-records.ts';
import { workUnitSet } from '../work-unit-row.ts';

export const workUnitHistoryKey = 'workUnitHistory';

type Range = '' | `?after=${number}` | `?before=${number}`;

const fetchPage = async (workUnitId: number, range: Range, signal?: AbortSignal): Promise<KnownHistory> => {
  const path = `${workUnitSet}/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
  const answer = await api.get<{ readonly value: readonly WorkUnitHistoryRecord[] }>(
    path + range,
    signal ? { signal } : {},
  );
  return toHistory(answer.value);
};

/** Reads a stream from its newest record back to the given one. */
const fetchBackTo = async (workUnitId: number, oldest: number): Promise<KnownHistory> => {
  let history = await fetchPage(workUnitId, '');
  for (;;) {
    const last = history.records.at(-1)?.id ?? 0;
    if (!history.hasOlder || last <= oldest) return history;
    history = withOlder(history, last, await fetchPage(workUnitId, `?before=${last}`));
  }
};

/** The newest notes and system records of a unit. A refetch requests only new records. */
export const useWorkUnitHistory = (workUnitId: number) =>
  useQuery({
    queryKey: [workUnitHistoryKey, workUnitId],
    queryFn: async ({ signal, client, queryKey }): Promise<KnownHistory> => {
      const asked = client.getQueryData<KnownHistory>(queryKey);
      const after = lastFinalRecord(asked?.records ?? [], Date.now());
      const page = await fetchPage(workUnitId, after === undefined ? '' : `?after=${after}`, signal);
      // Older records may have been loaded during the request.
      const known = client.getQueryData<KnownHistory>(queryKey) ?? asked;
      return known && after !== undefined && !page.hasOlder
        ? withNewRecords(known, page.records)
        : withNewest(known, page);
    },
    ...usePreloaded<KnownHistory>([workUnitHistoryKey, workUnitId]),
    ...pollEvery(),
  });

/** Reads the next older page of a stream. */
export const useOlderHistory = (workUnitId: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const queryKey = [workUnitHistoryKey, workUnitId];
      const before = client.getQueryData<KnownHistory>(queryKey)?.records.at(-1)?.id;
      if (before === undefined) return;
      const page = await fetchPage(workUnitId, `?before=${before}`);
      client.setQueryData<KnownHistory>(queryKey, (known) => known && withOlder(known, before, page));
    },
    onError: notifyProblem,
  });
};

const filesIn = ({ records }: KnownHistory): number =>
  records.reduce((count, { attachments = [] }) => count + attachments.length, 0);

/**
 * Updates the stream of a unit when presence, as of the time `askedAt`, shows that it has changed: by its new records,
 * or, if files of older notes were added or removed, by all records that are known.
 */
export const useFollowHistory = (workUnitId: number, present: Present | undefined, askedAt: number): void => {
  const client = useQueryClient();
  const filesAtLastLook = useRef<number>(undefined);
  const follow = useEffectEvent(async () => {
    const queryKey = [workUnitHistoryKey, workUnitId];
    const known = client.getQueryState<KnownHistory>(queryKey);
    if (!present || !known?.data || known.fetchStatus !== 'idle' || known.dataUpdatedAt >= askedAt) return;
    const { records, hasOlder } = known.data;
    // The total also counts files of records that are not loaded.
    const filesBefore = hasOlder ? filesAtLastLook.current : filesIn(known.data);
    filesAtLastLook.current = present.attachments;
    if ((present.newestRecord ?? 0) > (records[0]?.id ?? 0)) await client.invalidateQueries({ queryKey });
    else if (filesBefore !== undefined && present.attachments !== filesBefore)
      client.setQueryData<KnownHistory>(queryKey, await fetchBackTo(workUnitId, records.at(-1)?.id ?? 0));
  });
  useEffect(() => {
    // A failure is retried with the next presence request.
    follow().catch(() => undefined);
  }, [askedAt]);
};
