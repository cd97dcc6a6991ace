import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Scope } from '../../context.ts';
import type { App } from '../../http/app-instance.ts';
import { Problem } from '../../problems.ts';
import { csdlXml } from './csdl.ts';
import type { EntityDeclaration } from '../entity.ts';
import { checkVersions, jsonFormOf } from '../json-form.ts';
import { pathOf } from '../list-route.ts';
import { queryFault } from '../query/query-fault.ts';
import { odataHeaders, serviceRoot } from '../service-root.ts';

const serviceDocument = z.object({
  '@odata.context': z.url(),
  value: z.array(z.object({ name: z.string(), kind: z.literal('EntitySet'), url: z.string() })),
});

const reaches = (scope: Scope): boolean => scope.kind === 'all' || scope.tenantIds.length > 0;

/** The only option of the service documents; the tenant option has been read already. */
const formatOf = (request: FastifyRequest): string | undefined => {
  let format: string | undefined;
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    const option = name.toLowerCase().replace(/^\$/, '');
    if (option === '__tenant__') continue;
    if (option !== 'format') throw queryFault(name, 'Unknown option.', 0);
    if (format !== undefined || typeof value !== 'string') throw queryFault('$format', 'The option is given twice.', 0);
    format = value;
  }
  return format;
};

/**
 * Registers the service document (`GET /v1`: the sets that the caller may read) and `GET /v1/$metadata` for the sets of
 * all areas. Both are open to tenant tokens with read access.
 */
export const metadataRoutes = (app: App, entities: readonly EntityDeclaration[]): void => {
  const sets = entities.toSorted((left, right) => left.set.localeCompare(right.set, 'en'));
  const metadata = csdlXml(sets);
  const common = { permission: 'signed-in', opensToReaders: true } as const;

  app.get(
    '/v1',
    {
      config: {
        ...common,
        summary: 'The service document: the sets that the caller may read',
        answers: { 200: serviceDocument },
      },
    },
    async (request, reply) => {
      const form = jsonFormOf(request, formatOf(request));
      const value = sets
        .filter(({ permission }) => reaches(request.context.scopeOf(permission)))
        .map((entity) => ({ name: entity.set, kind: 'EntitySet', url: pathOf(entity) }));
      // Relative links need a context as their base.
      const context = `${serviceRoot(request)}/$metadata`;
      return reply
        .headers(odataHeaders)
        .type(form.contentType)
        .send(JSON.stringify({ '@odata.context': context, value }));
    },
  );

  app.get(
    '/v1/$metadata',
    { config: { ...common, summary: 'The model of all sets, as CSDL', answers: { 200: 'application/xml' } } },
    async (request, reply) => {
      checkVersions(request);
      const format = formatOf(request);
      if (format !== undefined && !/^(?:xml|application\/xml(?:\s*;.*)?)$/i.test(format))
        throw new Problem({ status: 406, detail: '$format: the model is served only as application/xml.' });
      return reply.headers(odataHeaders).type('application/xml; charset=utf-8').send(metadata);
    },
  );
};
