import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/polling.ts';
import type { NotePlace } from '../work-units/notes/note-place.ts';

export const externalNotesKey = 'externalNotes';

/** The notes of a unit that its stakeholder may read, newest first. */
export const useExternalNotes = (workUnitId: number) =>
  useQuery({
    queryKey: [externalNotesKey, workUnitId],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ readonly value: readonly WorkUnitHistoryRecord[] }>(
          `/v1/workunits/${workUnitId}/externalNotes`,
          { signal },
        )
      ).value,
    ...pollEvery(),
  });

/** Where the end user of a unit answers: every note is external. */
export const requestNotes = (workUnitId: number): NotePlace => ({
  workUnitId,
  isAmongStaff: false,
  attachments: `/v1/rc/workunits/${workUnitId}/attachments`,
  shownBy: externalNotesKey,
  store: async ({ detail }) =>
    (await api.put<WorkUnitHistoryRecord>(`/v1/rc/workunits/${workUnitId}/notes`, { detail })).id,
});
