import { z } from 'zod';
import { requiredText } from './text.ts';
import { checklistTextLength } from './work-unit-checklist-limits.ts';

const itemText = requiredText(checklistTextLength, 'Please enter what is to be done.');

/** Body of PUT /v1/workunits/{workUnitId}/checklist: the item comes last. */
export const checklistItemCreateSchema = z.strictObject({ text: itemText });

/**
 * Body of POST /v1/workunits/{workUnitId}/checklist/{checklistItemId}: absent fields are unchanged; `position` counts from
 * 0, one beyond the end is the end; with `modified`, 409 when the item has changed since.
 */
export const checklistItemUpdateSchema = z.strictObject({
  text: itemText.optional(),
  isDone: z.boolean().optional(),
  position: z.int().min(0).max(1_000).optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

/** An item of a checklist as returned by the API. */
export const checklistItemSchema = z.object({
  checklistItemId: z.guid(),
  workUnitId: z.int(),
  position: z.int(),
  text: z.string(),
  isDone: z.boolean(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  /** Strictly increasing with each change of text and tick; a move leaves it as it is. */
  modified: z.iso.datetime(),
  modifiedBy: z.string(),
});

/** Answer of GET /v1/workunits/{workUnitId}/checklist, in order. */
export const checklistSchema = z.object({ value: z.array(checklistItemSchema) });

export type ChecklistItem = Readonly<z.infer<typeof checklistItemSchema>>;
export type ChecklistItemCreate = z.infer<typeof checklistItemCreateSchema>;
export type ChecklistItemUpdate = z.infer<typeof checklistItemUpdateSchema>;
