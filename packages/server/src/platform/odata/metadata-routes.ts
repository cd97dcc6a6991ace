import type { App } from '../http/app-instance.ts';
import { csdlXml } from './csdl.ts';
import type { EntityDeclaration } from './entity.ts';
import { pathOf } from './list-route.ts';
import { odataHeaders, odataJson, serviceRoot } from './service-root.ts';

/** Registers the service document (`GET /v1`) and `GET /v1/$metadata` for the sets of all areas. */
export const metadataRoutes = (app: App, entities: readonly EntityDeclaration[]): void => {
  const sets = entities.toSorted((left, right) => left.set.localeCompare(right.set, 'en'));
  const metadata = csdlXml(sets);
  const value = sets.map((entity) => ({ name: entity.set, kind: 'EntitySet', url: pathOf(entity) }));

  app.get('/v1', { config: { permission: 'signed-in' } }, async (request, reply) =>
    reply
      .headers(odataHeaders)
      .type(odataJson)
      .send(JSON.stringify({ '@odata.context': `${serviceRoot(request)}/$metadata`, value })),
  );

  app.get('/v1/$metadata', { config: { permission: 'signed-in' } }, async (_request, reply) =>
    reply.headers(odataHeaders).type('application/xml; charset=utf-8').send(metadata),
  );
};
