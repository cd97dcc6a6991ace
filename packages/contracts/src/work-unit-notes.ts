import { z } from 'zod';
import { longTextLimit } from './sizes.ts';
import { requiredText, text } from './text.ts';
import { attachmentSchema } from './work-unit-attachments.ts';
import { historyTypes, type HistoryType } from './work-unit-enumerations.ts';

/** Maximum number of mentions in a note. */
export const mentionLimit = 20;

/**
 * Body of PUT /v1/workunitnotes: a note of at most 4,000 characters; an external note is shown to the stakeholder.
 * `mentions` are mails of people who may work on the unit; each receives the note by mail.
 */
export const workUnitNoteCreateSchema = z.strictObject({
  workUnitId: z.int().positive(),
  detail: requiredText(longTextLimit, 'Please enter a note.'),
  isExternalNote: z.boolean().default(false),
  mentions: z.array(text(320)).max(mentionLimit, `A note mentions at most ${mentionLimit} people.`).default([]),
});

export type WorkUnitNoteCreate = z.infer<typeof workUnitNoteCreateSchema>;

/** Body of PUT /v1/rc/workunits/{workUnitId}/notes: a requester's reply, always an external note. */
export const requesterNoteSchema = workUnitNoteCreateSchema.pick({ detail: true });

/**
 * One entry of a unit's stream of notes and changes, newest first. A plain note has a null `historyType`; a FieldChange
 * describes one changed field as `Field: from → to`, with people by name and times in ISO 8601.
 */
export const workUnitHistoryRecordSchema = z.object({
  id: z.int(),
  /** Equal to `id` for notes, null for system records. */
  workUnitNoteId: z.int().nullable(),
  workUnitId: z.int(),
  detail: z.string(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  /** The name of the author; `createdBy` when unknown. */
  createdByName: z.string(),
  historyType: z.literal(Object.keys(historyTypes) as HistoryType[]).nullable(),
  isExternalNote: z.boolean(),
  historyUrl: z.string().nullable(),
  /** People mentioned in the note; absent when there are none. */
  mentions: z.array(z.object({ displayName: z.string(), mail: z.string() })).optional(),
  /** Files of the note; absent when there are none. */
  attachments: z.array(attachmentSchema).optional(),
  /** The public number of the merged unit that the note was written on; absent for the unit's own. */
  mergedFrom: z.int().optional(),
});

export type WorkUnitHistoryRecord = Readonly<z.infer<typeof workUnitHistoryRecordSchema>>;
