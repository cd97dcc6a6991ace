import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportRoute } from '../exports/export-route.ts';
import type { Gate, Reads } from '../database/gate.ts';
import type { App, RoutePermission } from '../http/app-instance.ts';
import type { Services } from '../services.ts';
import { withCallerAlias } from './query/caller-alias.ts';
import type { EntityDeclaration } from './entity.ts';
import { parseListOptions, readListOptions, type ListOptions } from './query/list-query.ts';
import { countStatement, pageSize } from './statements/list-statement.ts';
import { nextLinkOf, optionsOfAddress } from './query/next-link.ts';
import { queryFromBody } from './query/query-body.ts';
import { scopeRequestOf } from './statements/reach.ts';
import { checkVersions, jsonFormOf } from './json-form.ts';
import { preferredPageSize } from './query/page-preference.ts';
import { odataHeaders, serviceRoot } from './service-root.ts';
import { cachedStatement } from './statements/statement-memory.ts';

/** Maximum bytes of a query in a request body. */
const maxBodyBytes = 32 * 1024;

const queryOf = (request: FastifyRequest): string => {
  const [, ...query] = request.url.split('?');
  return query.join('?');
};

const readsOf = (gate: Gate, { mayLag = false }: EntityDeclaration): Reads => (mayLag ? gate.lagging : gate);

/** Path of a set relative to the service root. */
export const pathOf = ({ path, set }: EntityDeclaration): string => path ?? set;

/** Replies with a list of the entity: the page, the count if requested, and the next link. */
export const answerList = async (
  services: Services,
  entity: EntityDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
  parsed: ListOptions,
): Promise<FastifyReply> => {
  const { context } = request;
  const maxPageRows = preferredPageSize(request);
  const asked = withCallerAlias(parsed, context);
  const options = maxPageRows === undefined ? asked : { ...asked, maxPageRows };
  const form = jsonFormOf(request, options.texts.get('format'));
  const root = serviceRoot(request);
  const list = cachedStatement(context, entity, options, () =>
    nextLinkOf(`${root}/${pathOf(entity)}`, entity.set, options),
  );
  const members = await readsOf(services.gate, entity).readText(context, scopeRequestOf(entity), list.statement);
  const about = `"@odata.context":${JSON.stringify(`${root}/$metadata#${entity.set}${list.context}`)},`;
  return reply
    .headers(odataHeaders)
    .headers(
      maxPageRows === undefined ? {} : { 'preference-applied': `odata.maxpagesize=${Math.min(maxPageRows, pageSize)}` },
    )
    .type(form.contentType)
    .send(`{${form.metadata === 'none' ? '' : about}${members}}`);
};

/**
 * Registers `GET /v1/<set>`, `GET /v1/<set>/$count`, `GET /v1/<set>/Export` and `POST /v1/<set>/$query` (the query in
 * the body) under the entity's permission.
 */
export const listRoute = (app: App, services: Services, entity: EntityDeclaration): void => {
  const permission: RoutePermission = entity.permission;
  const path = `/v1/${pathOf(entity)}`;

  const configOf = (summary: string) => ({ permission, summary, list: entity });

  app.get(path, { config: configOf(`List ${entity.set}`) }, (request, reply) =>
    answerList(services, entity, request, reply, optionsOfAddress(queryOf(request), entity.set)),
  );

  app.get(`${path}/$count`, { config: configOf(`Count ${entity.set}`) }, async (request, reply) => {
    const options = withCallerAlias(optionsOfAddress(queryOf(request), entity.set), request.context);
    checkVersions(request);
    const format = options.texts.get('format');
    if (format !== undefined) jsonFormOf(request, format);
    const query = parseListOptions(options);
    const statement = countStatement({ declaration: entity, context: request.context, query });
    const count = await readsOf(services.gate, entity).readText(request.context, scopeRequestOf(entity), statement);
    return reply.headers(odataHeaders).type('text/plain; charset=utf-8').send(count);
  });

  exportRoute(app, services, entity, path);

  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      ['text/plain', 'application/x-www-form-urlencoded'],
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post(
      `${path}/$query`,
      { config: configOf(`List ${entity.set}, with the query in the body`) },
      (request, reply) => {
        const query = [queryOf(request), queryFromBody(request.body)].filter((part) => part !== '').join('&');
        return answerList(services, entity, request, reply, readListOptions(query, 'body'));
      },
    );
    done();
  });
};
