import type { SavedView, SavedViewUpdate } from '@cfs/contracts/saved-views';
import type { Selectable } from 'kysely';
import type { SavedViewTable } from './saved-view-table.ts';

export type SavedViewRow = Selectable<SavedViewTable>;

/** A row in its wire form. */
export const toSavedView = ({ saved_view_id, screen, name, query, columns }: SavedViewRow): SavedView => ({
  savedViewId: saved_view_id,
  screen,
  name,
  query,
  columns,
});

/** The columns of the fields that a body contains; the others remain unchanged. */
export const toColumns = ({ name, query, columns }: SavedViewUpdate) => ({
  ...(name !== undefined && { name }),
  ...(query !== undefined && { query }),
  ...(columns !== undefined && { columns: columns === null ? null : JSON.stringify(columns) }),
});
