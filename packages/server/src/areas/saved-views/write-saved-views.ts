import { randomUUID } from 'node:crypto';
import {
  savedViewLimit,
  savedViewScreenLimit,
  type SavedView,
  type SavedViewCreate,
  type SavedViewUpdate,
} from '@cfs/contracts/saved-views';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockChoices } from '../preferences/lock-choices.ts';
import { ownRows, personOf } from '../preferences/own-rows.ts';
import { listSavedViews, ownViews } from './read-saved-views.ts';
import { toColumns, toSavedView, type SavedViewRow } from './saved-view-wire.ts';

type Needs = Pick<Services, 'gate'>;

const named = (views: readonly SavedViewRow[], name: string): SavedViewRow | undefined =>
  views.find((view) => view.name.toLowerCase() === name.toLowerCase());

const expectFreeName = (others: readonly SavedViewRow[], name: string): void => {
  if (named(others, name)) throw invalid({ Name: ['A view of this name already exists.'] });
};

const idsOf = (views: readonly SavedViewRow[]): string[] => views.map((view) => view.saved_view_id);

/** Returns the caller's views, and locks them against concurrent changes until the transaction ends. */
const lockSavedViews = async (db: ScopedDatabase, context: Context): Promise<SavedViewRow[]> => {
  await lockChoices(db, personOf(context));
  return listSavedViews(db, context);
};

/** Renumbers the views of a screen in the order of their ids. */
const orderSavedViews = (db: ScopedDatabase, context: Context, savedViewIds: readonly string[]) =>
  db
    .updateTable('saved_views')
    .set({ position: sql<number>`array_position(${savedViewIds}::uuid[], saved_view_id) - 1` })
    .where('saved_view_id', '=', sql<string>`any (${savedViewIds}::uuid[])`)
    .where(ownViews(context))
    .execute();

/**
 * Creates a view.
 *
 * @throws 400 if the screen already has a view with the name, 409 if the id exists or a person's maximum number of
 * views or screens is reached.
 */
export const createSavedView = ({ gate }: Needs, context: Context, body: SavedViewCreate): Promise<SavedView> =>
  gate.write(context, ownRows, async (db) => {
    const views = await lockSavedViews(db, context);
    const siblings = views.filter((view) => view.screen === body.screen);
    if (siblings.length >= savedViewLimit)
      throw conflict(`You have reached the limit of ${savedViewLimit} views of this screen.`);
    if (siblings.length === 0 && new Set(views.map((view) => view.screen)).size >= savedViewScreenLimit)
      throw conflict(`You have reached the limit of ${savedViewScreenLimit} screens with views.`);
    expectFreeName(siblings, body.name);
    const savedViewId = body.savedViewId ?? randomUUID();
    if (views.some((view) => view.saved_view_id === savedViewId)) throw conflict('The view already exists.');
    const row = {
      user_id: personOf(context),
      saved_view_id: savedViewId,
      screen: body.screen,
      name: body.name,
      query: body.query,
      columns: body.columns ?? null,
      position: siblings.length,
      modified: context.clock.now(),
    };
    await db
      .insertInto('saved_views')
      .values({ ...row, ...toColumns(body) })
      .execute();
    if (body.position !== undefined && body.position < siblings.length)
      await orderSavedViews(db, context, idsOf(siblings).toSpliced(body.position, 0, savedViewId));
    return toSavedView(row);
  });

/**
 * Changes the fields that the body contains; the last writer wins.
 *
 * @throws 404 for a view that the caller does not have.
 */
export const changeSavedView = (
  { gate }: Needs,
  context: Context,
  savedViewId: string,
  body: SavedViewUpdate,
): Promise<SavedView> =>
  gate.write(context, ownRows, async (db) => {
    const views = await lockSavedViews(db, context);
    const view = views.find((each) => each.saved_view_id === savedViewId);
    if (!view) throw notFound('Saved view');
    const others = views.filter((each) => each.screen === view.screen && each !== view);
    if (body.name !== undefined) expectFreeName(others, body.name);
    await db
      .updateTable('saved_views')
      .set({ ...toColumns(body), modified: context.clock.now() })
      .where('saved_view_id', '=', view.saved_view_id)
      .where(ownViews(context))
      .execute();
    if (body.position !== undefined)
      await orderSavedViews(db, context, idsOf(others).toSpliced(body.position, 0, view.saved_view_id));
    return toSavedView({
      ...view,
      name: body.name ?? view.name,
      query: body.query ?? view.query,
      columns: body.columns === undefined ? view.columns : body.columns,
    });
  });

/**
 * Deletes a view and renumbers the following ones.
 *
 * @throws 404 for a view that the caller does not have.
 */
export const removeSavedView = ({ gate }: Needs, context: Context, savedViewId: string): Promise<void> =>
  gate.write(context, ownRows, async (db) => {
    const views = await lockSavedViews(db, context);
    const view = views.find((each) => each.saved_view_id === savedViewId);
    if (!view) throw notFound('Saved view');
    await db
      .deleteFrom('saved_views')
      .where('saved_view_id', '=', view.saved_view_id)
      .where(ownViews(context))
      .execute();
    await orderSavedViews(db, context, idsOf(views.filter((each) => each.screen === view.screen && each !== view)));
  });
