import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { api } from '../../../lib/api/api-client.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import type { ReplyUnit } from './canned-reply-text.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** A note to be stored. */
interface WrittenNote {
  readonly detail: string;
  readonly isExternalNote: boolean;
  readonly mentions: readonly string[];
}

/** How notes of a unit are written: by the staff, or by its end user in the Resolution Center. */
export interface NotePlace {
  readonly workUnitId: number;
  /** Whether notes may be internal and mention people; if not, each is external. */
  readonly isAmongStaff: boolean;
  /** The unit that canned replies are filled in from; absent if none are offered. */
  readonly unit?: ReplyUnit;
  /** The path that files are uploaded to. */
  readonly attachments: string;
  /** The key of the query that shows the notes, which is refreshed after a change. */
  readonly shownBy: string;
  /** Stores a note without its files. Resolves with the id of the note. */
  readonly store: (note: WrittenNote) => Promise<number>;
}

/** Notes of a unit as staff write them. */
export const staffNotes = (unit: ReplyUnit): NotePlace => ({
  workUnitId: unit.workUnitId,
  unit,
  isAmongStaff: true,
  attachments: `${workUnitSet}/${unit.workUnitId}/attachments`,
  shownBy: workUnitHistoryKey,
  store: async (note) =>
    (await api.put<WorkUnitHistoryRecord>('/v1/workunitnotes', { workUnitId: unit.workUnitId, ...note })).id,
});
