import { z } from 'zod';
import { longTextLimit } from './sizes.ts';
import { requiredText, text } from './text.ts';
import { attachmentSchema } from './work-unit-attachments.ts';
import { historyTypes, type HistoryType } from './work-unit-enumerations.ts';

/** Most people that one note mentions. */
export const mentionLimit = 20;

/**
 * Body of PUT /v1/workunitnotes: a note of at most 4,000 characters; an external one is shown to the stakeholder.
 * `mentions` are mails of people who may work on the unit; each is sent the note.
 */
export const workUnitNoteCreateSchema = z.strictObject({
  workUnitId: z.int().positive(),
  detail: requiredText(longTextLimit, 'Please enter a note.'),
  isExternalNote: z.boolean().default(false),
  mentions: z.array(text(320)).max(mentionLimit, `A note mentions at most ${mentionLimit} people.`).default([]),
});

export type WorkUnitNoteCreate = z.infer<typeof workUnitNoteCreateSchema>;

/** Body of PUT /v1/rc/workunits/{workUnitId}/notes: what a requester answers, always an external note. */
export const requesterNoteSchema = workUnitNoteCreateSchema.pick({ detail: true });

/**
 * One entry of a unit's stream of notes and changes, newest first. A plain note of a person has `historyType` null;
 * a FieldChange tells one changed field as `Field: from → to`, people by name and times in ISO 8601.
 */
export const workUnitHistoryRecordSchema = z.object({
  id: z.int(),
  /** Equal to `id` for notes, null for records of the system. */
  workUnitNoteId: z.int().nullable(),
  workUnitId: z.int(),
  detail: z.string(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  /** The name of the author; `createdBy` where no name is known. */
  createdByName: z.string(),
  historyType: z.literal(Object.keys(historyTypes) as HistoryType[]).nullable(),
  isExternalNote: z.boolean(),
  historyUrl: z.string().nullable(),
  /** People whom the note mentions; absent when it mentions nobody. */
  mentions: z.array(z.object({ displayName: z.string(), mail: z.string() })).optional(),
  /** Files of the note; absent when it has none. */
  attachments: z.array(attachmentSchema).optional(),
});

export type WorkUnitHistoryRecord = Readonly<z.infer<typeof workUnitHistoryRecordSchema>>;
