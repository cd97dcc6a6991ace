import { sql, type Insertable, type Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { ownRows } from '../preferences/own-rows.ts';
import type { SavedViewTable } from './saved-view-table.ts';
import type { SavedViewRow } from './saved-view-wire.ts';

const own = (context: Context) => inScope(context, ownRows, 'saved_views.user_id');

/** The caller's views, screen by screen, in the order that they gave them. */
export const listSavedViews = (db: ScopedDatabase, context: Context): Promise<SavedViewRow[]> =>
  db.selectFrom('saved_views').selectAll().where(own(context)).orderBy('screen').orderBy('position').execute();

export const insertSavedView = (db: ScopedDatabase, row: Insertable<SavedViewTable>) =>
  db.insertInto('saved_views').values(row).execute();

export const updateSavedView = (
  db: ScopedDatabase,
  context: Context,
  savedViewId: string,
  change: Updateable<SavedViewTable>,
) => db.updateTable('saved_views').set(change).where('saved_view_id', '=', savedViewId).where(own(context)).execute();

export const deleteSavedView = (db: ScopedDatabase, context: Context, savedViewId: string) =>
  db.deleteFrom('saved_views').where('saved_view_id', '=', savedViewId).where(own(context)).execute();

/** Numbers the views of a screen anew, in the order of their ids. */
export const orderSavedViews = (db: ScopedDatabase, context: Context, savedViewIds: readonly string[]) =>
  db
    .updateTable('saved_views')
    .set({ position: sql<number>`array_position(${savedViewIds}::uuid[], saved_view_id) - 1` })
    .where('saved_view_id', '=', sql<string>`any (${savedViewIds}::uuid[])`)
    .where(own(context))
    .execute();
