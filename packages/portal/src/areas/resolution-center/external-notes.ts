import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import type { NotePlace } from '../work-units/notes/note-place.ts';

export const externalNotesKey = 'externalNotes';

/** The external notes of a unit, which its stakeholder may read, newest first and in pages. */
export const useExternalNotes = (workUnitId: number) =>
  useInfiniteQuery({
    queryKey: [externalNotesKey, workUnitId],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.get<{ readonly value: readonly WorkUnitHistoryRecord[] }>(
          `/v1/workunits/${workUnitId}/externalNotes${pageParam}`,
          { signal },
        )
      ).value,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < historyPageRows ? undefined : `?before=${page.at(-1)?.id}`),
    select: ({ pages }) => pages.flat(),
    ...pollEvery(),
  });

/** The notes of a unit as its end user writes them: every note is external. */
export const requestNotes = (workUnitId: number): NotePlace => ({
  workUnitId,
  isAmongStaff: false,
  attachments: `/v1/rc/workunits/${workUnitId}/attachments`,
  shownBy: externalNotesKey,
  store: async ({ detail }) =>
    (await api.put<WorkUnitHistoryRecord>(`/v1/rc/workunits/${workUnitId}/notes`, { detail })).id,
});
