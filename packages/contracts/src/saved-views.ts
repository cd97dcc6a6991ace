import { z } from 'zod';
import { preferenceValue } from './preferences.ts';
import { requiredText, text } from './text.ts';

/** Most views that one person keeps of one screen. */
export const savedViewLimit = 50;

/** Most screens of which one person keeps views. */
export const savedViewScreenLimit = 64;

/** The screen that a view is of: lower case words with hyphens, such as `work-units`. */
export const screenName = z
  .string()
  .max(64, 'Must be at most 64 characters.')
  .regex(/^[a-z][a-z0-9-]*$/, 'Must be lower case words such as work-units.');

const savedViewFields = {
  name: requiredText(100, 'Please enter a name.'),
  /** The query of the list's address without its `?`: filters, sort, search, page size. */
  query: text(4_000),
  /** The columns that show and their order, as the portal writes them; `null` for those of the screen. */
  columns: preferenceValue.nullish(),
};

/**
 * Body of PUT /v1/savedViews. `savedViewId` and `position` bring back a view that was deleted; without them it gets
 * an id and stands last.
 */
export const savedViewCreateSchema = z.strictObject({
  ...savedViewFields,
  screen: screenName,
  savedViewId: z.guid().optional(),
  position: z.int().min(0).max(savedViewLimit).optional(),
});

/** Body of POST /v1/savedViews/{id}: absent fields stay; `position` counts from 0 among the views of the screen. */
export const savedViewUpdateSchema = z.strictObject({
  name: savedViewFields.name.optional(),
  query: savedViewFields.query.optional(),
  columns: savedViewFields.columns,
  position: savedViewCreateSchema.shape.position,
});

export type SavedViewCreate = z.infer<typeof savedViewCreateSchema>;
export type SavedViewUpdate = z.infer<typeof savedViewUpdateSchema>;

/** A named way to look at a list, one person's own. */
export const savedView = z.object({
  savedViewId: z.guid(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.unknown(),
});
export type SavedView = Readonly<z.infer<typeof savedView>>;
