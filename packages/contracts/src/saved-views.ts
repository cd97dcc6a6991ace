import { z } from 'zod';
import { preferenceValue } from './preferences.ts';
import { requiredText, text } from './text.ts';

/** Maximum number of views per person and screen. */
export const savedViewLimit = 50;

/** Maximum number of screens with saved views per person. */
export const savedViewScreenLimit = 64;

/** The screen of a view: lower-case words with hyphens, such as `work-units`. */
export const screenName = z
  .string()
  .max(64, 'Must be at most 64 characters.')
  .regex(/^[a-z][a-z0-9-]*$/, 'Must be lower case words such as work-units.');

const savedViewFields = {
  name: requiredText(100, 'Please enter a name.'),
  /** Query string of the list's address without `?`: filters, sort, search, page size. */
  query: text(4_000),
  /** Visible columns and their order, in the portal's format; `null` for the defaults of the screen. */
  columns: preferenceValue.nullish(),
};

/**
 * Body of PUT /v1/savedViews. `savedViewId` and `position` restore a deleted view; without them the view gets a new id
 * and the last position.
 */
export const savedViewCreateSchema = z.strictObject({
  ...savedViewFields,
  screen: screenName,
  savedViewId: z.guid().toLowerCase().optional(),
  position: z.int().min(0).max(savedViewLimit).optional(),
});

/**
 * Body of POST /v1/savedViews/{id}: absent fields are unchanged; `position` is 0-based among the views of the screen.
 */
export const savedViewUpdateSchema = z.strictObject({
  name: savedViewFields.name.optional(),
  query: savedViewFields.query.optional(),
  columns: savedViewFields.columns,
  position: savedViewCreateSchema.shape.position,
});

export type SavedViewCreate = z.infer<typeof savedViewCreateSchema>;
export type SavedViewUpdate = z.infer<typeof savedViewUpdateSchema>;

/** A named configuration of a list, private to one person. */
export const savedView = z.object({
  savedViewId: z.guid(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.unknown(),
});
export type SavedView = Readonly<z.infer<typeof savedView>>;
