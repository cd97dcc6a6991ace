import { savedView, savedViewCreateSchema, savedViewUpdateSchema, screenName } from '@cfs/contracts/saved-views';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { ownRows } from '../preferences/own-rows.ts';
import { readSavedViews } from './read-saved-views.ts';
import { changeSavedView, createSavedView, removeSavedView } from './write-saved-views.ts';

const params = z.object({ savedViewId: z.guid('Must be the id of a view.').toLowerCase() });
const { permission } = ownRows;

/** The maximum size of a view, with room for white space and escapes. */
const bodyLimit = 65_536;

/** The signed-in person's saved views of lists. */
export const savedViewsRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/savedViews',
    {
      config: { permission, summary: 'Your saved views, of one screen or of all' },
      schema: { querystring: z.object({ screen: screenName.optional() }), response: { 200: z.array(savedView) } },
    },
    ({ context, query }) => readSavedViews(services, context, query.screen),
  );

  app.put(
    '/v1/savedViews',
    {
      bodyLimit,
      config: { permission, summary: 'Save a view', unaudited: 'own screen' },
      schema: { body: savedViewCreateSchema, response: { 201: savedView } },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createSavedView(services, context, body)),
  );

  app.post(
    '/v1/savedViews/:savedViewId',
    {
      bodyLimit,
      config: { permission, summary: 'Change, rename or move a view', unaudited: 'own screen' },
      schema: { params, body: savedViewUpdateSchema, response: { 200: savedView } },
    },
    ({ context, params: { savedViewId }, body }) => changeSavedView(services, context, savedViewId, body),
  );

  app.delete(
    '/v1/savedViews/:savedViewId',
    { config: { permission, summary: 'Delete a view', unaudited: 'own screen' }, schema: { params } },
    async ({ context, params: { savedViewId } }, reply) => {
      await removeSavedView(services, context, savedViewId);
      return reply.code(204).send();
    },
  );
};
