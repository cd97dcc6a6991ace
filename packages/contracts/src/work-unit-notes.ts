import { z } from 'zod';
import { longTextLimit } from './sizes.ts';
import { requiredText } from './text.ts';
import { historyTypes, type HistoryType } from './work-unit-enumerations.ts';

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
export const workUnitHistoryRecordSchema = z.object({
  id: z.int(),
  /** Equal to `id` for notes, null for records of the system. */
  workUnitNoteId: z.int().nullable(),
  workUnitId: z.int(),
  detail: z.string(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  historyType: z.literal(Object.keys(historyTypes) as HistoryType[]).nullable(),
  isExternalNote: z.boolean(),
  historyUrl: z.string().nullable(),
});

export type WorkUnitHistoryRecord = Readonly<z.infer<typeof workUnitHistoryRecordSchema>>;
