import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { DocumentedAnswer, RoutePermission } from '../http/app-instance.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { entityReference, pageSchema } from './entity-schema.ts';
import { answeredSchema, membersOf, sentSchema, type JsonSchema } from './json-schema.ts';
import { exportParameters, listParameters, narrowingParameters, type Parameter } from './list-parameters.ts';
import { permissionTexts } from './permission-text.ts';

type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

export interface Answer {
  readonly description?: string;
  readonly content?: Content;
  readonly $ref?: string;
}

/** One operation of the document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** The permitted callers; any one suffices. */
  readonly 'x-permission': readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `GET /v1/locations/:locationId` → `getLocationsByLocationId`. */
export const operationIdOf = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `By${part}` : capital(part)))
    .map((part) => part.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase()))
    .join('');

/** `/v1/locations/:locationId` → `/v1/locations/{locationId}`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const isMachine = (permission: RoutePermission): boolean => typeof permission === 'object' && 'machine' in permission;

const securityOf = ({ config }: DocumentedRoute): Operation['security'] => {
  const { permission, list, opensToReaders } = config;
  if (permission === 'anonymous') return [];
  if (isMachine(permission)) return [{ machine: [] }];
  return [{ person: [] }, ...(list || opensToReaders ? [{ machine: [] }, { readToken: [] }] : [])];
};

const listKind = ({ path }: DocumentedRoute): 'count' | 'query' | 'export' | 'page' =>
  path.endsWith('/$count')
    ? 'count'
    : path.endsWith('/$query')
      ? 'query'
      : path.endsWith('/Export')
        ? 'export'
        : 'page';

const optionsBy: Readonly<Record<ReturnType<typeof listKind>, (list: EntityDeclaration) => Parameter[]>> = {
  page: listParameters,
  count: narrowingParameters,
  export: exportParameters,
  query: () => [],
};

/** The headers that select tenant and subscription. */
const contextParameters = [
  { $ref: '#/components/parameters/tenant' },
  { $ref: '#/components/parameters/subscription' },
] as const;

const parametersOf = (route: DocumentedRoute): Operation['parameters'] => {
  const { config, schema } = route;
  const { list, permission } = config;
  const listed = list === undefined ? [] : optionsBy[listKind(route)](list);
  const all = [
    ...membersOf(schema.params).map((member): Parameter => ({ ...member, in: 'path', required: true })),
    ...membersOf(schema.querystring).map((member): Parameter => ({ ...member, in: 'query' })),
    ...listed,
    ...(permission === 'anonymous' || isMachine(permission) ? [] : contextParameters),
  ];
  return all.length > 0 ? all : undefined;
};

const bodyOf = (route: DocumentedRoute): Operation['requestBody'] => {
  const { schema, config, method } = route;
  if (config.list && listKind(route) === 'query') {
    const query = { schema: { type: 'string', description: 'The query options, as in the address.' } };
    return {
      required: true,
      content: {
        'text/plain': { ...query, example: '$top=10&$count=true' },
        'application/x-www-form-urlencoded': query,
      },
    };
  }
  if (config.takes)
    return {
      required: true,
      content: Object.fromEntries(
        Object.entries(config.takes).map(([type, body]) => [type, { schema: sentSchema(body) }]),
      ),
    };
  if (!schema.body) return undefined;
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  return {
    required: !schema.body.safeParse(undefined).success,
    content: { [type]: { schema: sentSchema(schema.body) } },
  };
};

const described = (status: string, content?: Content): Answer => ({
  description: STATUS_CODES[status] ?? 'Answer',
  ...(content && { content }),
});

const isEmpty = (schema: z.ZodType): boolean => schema instanceof z.ZodNull || schema instanceof z.ZodUndefined;

const documented = (answer: DocumentedAnswer): Content | undefined => {
  if (typeof answer === 'string') return { [answer]: {} };
  if (answer instanceof z.ZodType && isEmpty(answer)) return undefined;
  const schema = answer instanceof z.ZodType ? answeredSchema(answer) : entityReference(answer);
  return { 'application/json': { schema } };
};

const successes = (route: DocumentedRoute): Record<string, Answer> => {
  const { config, schema } = route;
  if (config.list && listKind(route) !== 'export')
    return {
      200:
        listKind(route) === 'count'
          ? described('200', { 'text/plain': { schema: { type: 'string', pattern: '^\\d+$' } } })
          : described('200', { 'application/json': { schema: pageSchema(config.list) } }),
    };
  const stated = Object.entries(schema.response ?? {}).map(([status, answer]): [string, Answer] => [
    status,
    described(status, isEmpty(answer) ? undefined : { 'application/json': { schema: answeredSchema(answer) } }),
  ]);
  const declared = Object.entries(config.answers ?? {}).map(([status, answer]): [string, Answer] => [
    status,
    described(status, documented(answer)),
  ]);
  const all = Object.fromEntries([...stated, ...declared]);
  return Object.keys(all).length > 0 ? all : { 204: described('204') };
};

/** The error statuses of a route. */
const refusals = (route: DocumentedRoute): number[] => {
  const { config, schema, method } = route;
  const known = config.permission !== 'anonymous';
  const takesBody = bodyOf(route) !== undefined;
  const named = schema.params !== undefined;
  const writes = method !== 'GET' && !config.list;
  return [
    ...(known || takesBody || named || schema.querystring ? [400] : []),
    ...(known ? [401, 403] : []),
    ...(named ? [404] : []),
    ...(config.list && listKind(route) !== 'query' ? [406, 414] : []),
    ...(writes && known ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    429,
    ...(config.list ? [501] : []),
    503,
  ];
};

/** `work-units` → `Work units`. */
export const tagOf = (area: string): string => capital(area.replaceAll('-', ' '));

/** Describes a route by its declaration. */
export const operationOf = (route: DocumentedRoute, permissionPrefix: string): Operation => {
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route);
  return {
    operationId: operationIdOf(route.method, route.path),
    summary: route.config.summary ?? operationIdOf(route.method, route.path),
    tags: [tagOf(route.area)],
    'x-permission': permissionTexts(route.config.permission, permissionPrefix),
    security: securityOf(route),
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...successes(route),
      ...Object.fromEntries(
        refusals(route).map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
};
