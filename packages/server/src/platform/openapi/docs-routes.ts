import { randomBytes } from 'node:crypto';
import type { App } from '../http/app-instance.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import { productVersion } from '../product-version.ts';
import type { Services } from '../services.ts';
import { docsPage } from './docs-page.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { openApiDocument, type OpenApiDocument } from './openapi-document.ts';

/** The page loads, runs and sends nothing; its only style has the nonce. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Registers the API documentation: the page `/docs`, the OpenAPI document, and the JSON Schema of a tenant's
 * configuration. All are public: they contain nothing beyond the source code, and nothing of a tenant. Each document is
 * created once. Routes may be registered after this call.
 */
export const docsRoutes = (
  app: App,
  { configuration, identity }: Services,
  routes: readonly DocumentedRoute[],
  entities: readonly EntityDeclaration[],
  configurationSchema: () => Readonly<Record<string, unknown>>,
): void => {
  let made: OpenApiDocument | undefined;
  let schema: Readonly<Record<string, unknown>> | undefined;
  const document = (): OpenApiDocument =>
    (made ??= openApiDocument({
      routes,
      entities,
      product: configuration.environmentName,
      version: productVersion,
      authority: identity.issuer,
      permissionPrefix: configuration.permissionPrefix,
    }));
  const anonymous = { permission: 'anonymous' } as const;

  app.get(
    '/docs',
    { config: { ...anonymous, summary: 'This documentation as a page', answers: { 200: 'text/html' } } },
    (request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .header('content-security-policy', policyOf(nonce))
        .type('text/html; charset=utf-8')
        .send(docsPage(document(), `${request.protocol}://${request.host}`, nonce));
    },
  );

  app.get(
    '/docs/openapi.json',
    { config: { ...anonymous, summary: 'This documentation as OpenAPI', answers: { 200: 'application/json' } } },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(document()),
  );

  app.get(
    '/docs/configuration.schema.json',
    {
      config: {
        ...anonymous,
        summary: 'The JSON Schema of the configuration of a tenant as a file',
        answers: { 200: 'application/json' },
      },
    },
    (_request, reply) => reply.type('application/json; charset=utf-8').send((schema ??= configurationSchema())),
  );
};
