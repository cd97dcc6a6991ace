import { preferenceName, preferences, preferenceLimitBytes, preferenceValue } from '@cfs/contracts/preferences';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { ownRows } from './own-rows.ts';
import { readPreferences } from './read-preferences.ts';
import { deletePreference, storePreference } from './write-preferences.ts';

const params = z.object({ name: preferenceName });
const { permission } = ownRows;

/** White space and escapes make a body longer than the stored value. */
const bodyLimit = 2 * preferenceLimitBytes;

/** Preferences of the signed-in person, available in every browser: theme, columns, recent places. */
export const preferencesRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/preferences',
    { config: { permission, summary: 'Your preferences' }, schema: { response: { 200: preferences } } },
    ({ context }) => readPreferences(services, context),
  );

  app.put(
    '/v1/preferences/:name',
    {
      bodyLimit,
      config: { permission, summary: 'Store a preference', unaudited: 'own screen' },
      schema: { params, body: preferenceValue },
    },
    async ({ context, params: { name }, body }, reply) => {
      await storePreference(services, context, name, body);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/v1/preferences/:name',
    { config: { permission, summary: 'Delete a preference', unaudited: 'own screen' }, schema: { params } },
    async ({ context, params: { name } }, reply) => {
      await deletePreference(services, context, name);
      return reply.code(204).send();
    },
  );
};
