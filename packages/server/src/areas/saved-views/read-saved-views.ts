import type { SavedView } from '@cfs/contracts/saved-views';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import { ownRows, personOf } from '../preferences/own-rows.ts';
import { toSavedView, type SavedViewRow } from './saved-view-wire.ts';

/** Restricts a query to the caller's own views. */
export const ownViews = (context: Context) => inScope(context, ownRows, 'saved_views.user_id');

/** The caller's views, sorted by screen and by the position that the caller chose. */
export const listSavedViews = (db: ScopedDatabase, context: Context): Promise<SavedViewRow[]> =>
  db.selectFrom('saved_views').selectAll().where(ownViews(context)).orderBy('screen').orderBy('position').execute();

/** The caller's views of a screen, or of all screens, in their order. */
export const readSavedViews = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  screen: string | undefined,
): Promise<SavedView[]> => {
  personOf(context);
  return gate.read(context, ownRows, async (db) => {
    const views = await listSavedViews(db, context);
    return views.filter((view) => screen === undefined || view.screen === screen).map(toSavedView);
  });
};
