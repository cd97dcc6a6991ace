import { STATUS_CODES } from 'node:http';
import { problemDocument } from '@cfs/contracts/problem';
import type { EntityDeclaration } from '../odata/entity.ts';
import { modelTypes } from '../odata/metadata/model-types.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { typeSchema } from './entity-schema.ts';
import { answeredSchema, type JsonSchema } from './json-schema.ts';
import type { Parameter } from './list-parameters.ts';
import { operationOf, tagOf, templateOf, type Answer, type Operation } from './operation.ts';

/** The OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export interface DocumentOptions {
  readonly routes: readonly DocumentedRoute[];
  readonly entities: readonly EntityDeclaration[];
  readonly product: string;
  readonly version: string;
  /** Issuer of the access tokens of people. */
  readonly authority: string;
  readonly permissionPrefix: string;
}

const refusals = [400, 401, 403, 404, 406, 409, 413, 414, 415, 429, 501, 503] as const;

const problemAnswer = (status: number): Answer => ({
  description: STATUS_CODES[status] ?? 'Error',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const tenantParameter: Parameter = {
  name: 'X-Tenant-Id',
  in: 'header',
  description:
    'The tenant of the request, one in which the caller has a grant. Without it, reads use the tenant chosen last, all other calls the first one by name.',
  schema: { type: 'string', format: 'uuid' },
};

const subscriptionParameter: Parameter = {
  name: 'X-Subscription-Id',
  in: 'header',
  description:
    'The subscription to which devices, blocks and rules of the tenant are narrowed, or `none`. Without it, the one chosen last with the tenant.',
  schema: { anyOf: [{ type: 'string', format: 'uuid' }, { const: 'none' }] },
};

const schemesFor = (authority: string) => ({
  person: {
    type: 'openIdConnect',
    openIdConnectUrl: `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`,
    description: 'The access token of a person, as bearer.',
  },
  machine: {
    type: 'http',
    scheme: 'bearer',
    description: 'A tenant token (cfs_…) that was created for this use, or the token of a signed-in agent.',
  },
  readToken: {
    type: 'http',
    scheme: 'basic',
    description: 'A tenant token that may read lists as password, with any user name: for Excel and Power BI.',
  },
});

const pathsOf = (routes: readonly DocumentedRoute[], permissionPrefix: string): OpenApiDocument['paths'] => {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operations = (paths[templateOf(route.path)] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, permissionPrefix);
  }
  return Object.fromEntries(Object.entries(paths).toSorted(([left], [right]) => left.localeCompare(right, 'en')));
};

/** Describes the routes, the entities of the sets, and the conventions of all calls. */
export const openApiDocument = (options: DocumentOptions): OpenApiDocument => {
  const { routes, entities, product, version, authority, permissionPrefix } = options;
  const areas = [...new Set(routes.map(({ area }) => area))].toSorted((left, right) => left.localeCompare(right, 'en'));
  return {
    openapi: '3.1.0',
    info: {
      title: `${product} API`,
      version,
      description:
        'Lists follow OData 4.0. Errors are problem documents (RFC 9457). Paths are case-insensitive; `/v1/x` is also `/api/v1/x`, and `/x/{id}` also `/x({id})`.',
    },
    servers: [{ url: '/' }],
    tags: areas.map((area) => ({ name: tagOf(area) })),
    paths: pathsOf(routes, permissionPrefix),
    components: {
      schemas: {
        ...Object.fromEntries(modelTypes(entities).map((type) => [type.name, typeSchema(type)])),
        Problem: answeredSchema(problemDocument),
      },
      responses: Object.fromEntries(refusals.map((status) => [String(status), problemAnswer(status)])),
      parameters: { tenant: tenantParameter, subscription: subscriptionParameter },
      securitySchemes: schemesFor(authority),
    },
  };
};
