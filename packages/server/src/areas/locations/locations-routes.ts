import { locationCreateSchema, locationLookup, locationUpdateSchema } from '@cfs/contracts/locations';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { locationEntity } from './location-entity.ts';
import { locationLookupPermissions, lookUpLocations } from './look-up-locations.ts';
import { createLocation, updateLocation } from './write-locations.ts';

const params = z.object({ locationId: z.guid('Must be the id of a location.').toLowerCase() });

/** List, create, update, and the lookup for other forms. */
export const locationsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, locationEntity);

  app.put(
    '/v1/locations',
    {
      config: { permission: 'Locations:create', summary: 'Create a location', answers: { 201: locationEntity } },
      schema: { body: locationCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createLocation(services, context, body)),
  );

  app.post(
    '/v1/locations/:locationId',
    {
      config: { permission: 'Locations:edit', summary: 'Update a location', answers: { 200: locationEntity } },
      schema: { params, body: locationUpdateSchema },
    },
    ({ context, params: { locationId }, body }) => updateLocation(services, context, locationId, body),
  );

  app.get(
    '/api/generalLookup/locations',
    {
      config: { permission: locationLookupPermissions, summary: 'Look up locations for a form' },
      schema: { response: { 200: z.array(locationLookup) } },
    },
    ({ context }) => lookUpLocations(services, context),
  );
};
