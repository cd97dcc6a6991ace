import { z } from 'zod';
import { longTextLimit } from './sizes.ts';
import { requiredText } from './text.ts';
import type { HistoryType } from './work-unit-enumerations.ts';

/** Body of PUT /v1/workunitnotes: a note of at most 4,000 characters; an external one is shown to the stakeholder. */
export const workUnitNoteCreateSchema = z.strictObject({
  workUnitId: z.int().positive(),
  detail: requiredText(longTextLimit, 'Please enter a note.'),
  isExternalNote: z.boolean().default(false),
});

export type WorkUnitNoteCreate = z.infer<typeof workUnitNoteCreateSchema>;

/**
 * One entry of a unit's stream of notes and changes, newest first. A plain note of a person has `historyType` null;
 * a FieldChange tells one changed field as `Field: from → to`.
 */
export interface WorkUnitHistoryRecord {
  readonly id: number;
  /** Equal to `id` for notes, null for records of the system. */
  readonly workUnitNoteId: number | null;
  readonly workUnitId: number;
  readonly detail: string;
  readonly created: string;
  readonly createdBy: string;
  readonly historyType: HistoryType | null;
  readonly isExternalNote: boolean;
  readonly historyUrl: string | null;
}
