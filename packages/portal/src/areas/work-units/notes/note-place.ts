import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { api } from '../../../lib/api/api-client.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import type { ReplyUnit } from './canned-reply-text.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** A note as it is written. */
interface WrittenNote {
  readonly detail: string;
  readonly isExternalNote: boolean;
  readonly mentions: readonly string[];
}

/** Where notes of a unit are written: by the staff, or by its end user in the Resolution Center. */
export interface NotePlace {
  readonly workUnitId: number;
  /** Whether a note may be kept among staff and mention people; if not, each is external. */
  readonly isAmongStaff: boolean;
  /** The unit that canned replies are filled in from; absent where none are offered. */
  readonly unit?: ReplyUnit;
  /** The address that files are sent to. */
  readonly attachments: string;
  /** What shows the notes, and asks for them again after a change. */
  readonly shownBy: string;
  /** Stores the text of a note, and answers the note's id. */
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
