import compress from '@fastify/compress';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { constants } from 'node:zlib';
import { accessTables } from './access-tables.ts';
import { acceptInvitation } from './areas/access/invitations/accept-invitation.ts';
import { authoriseRequests } from './platform/access/authorise.ts';
import { createCallers } from './platform/access/caller.ts';
import type { AccessGate } from './platform/database/gate.ts';
import { checkAddress } from './platform/http/address-check.ts';
import type { App } from './platform/http/app-instance.ts';
import { limitArrival, longestArrivalMilliseconds } from './platform/http/arrival-limit.ts';
import { bodyBudgetOf, limitBodies } from './platform/http/body-budget.ts';
import { canonicalAddress } from './platform/http/canonical-address.ts';
import { clientErrorAnswers } from './platform/http/client-errors.ts';
import { endConnectionsOnClose } from './platform/http/end-connections.ts';
import { healthRoutes, observeRequests } from './platform/http/health-routes.ts';
import { checkHost, requireOneHost } from './platform/http/host-check.ts';
import { isIdentityAddress, mountIdentityProvider, type IdentityHandler } from './platform/http/identity-mount.ts';
import { acceptJson } from './platform/http/json-body.ts';
import { nameMatchingValidator } from './platform/http/name-matching-validator.ts';
import { portalPages } from './platform/http/portal-pages.ts';
import { sendProblem } from './platform/http/problem-documents.ts';
import { answerHeaders, decorateAnswerHeaders, setProgramHeaders } from './platform/http/program-headers.ts';
import { limitRates } from './platform/http/rate-limits.ts';
import { requireRoutePermissions } from './platform/http/route-permissions.ts';
import { createRequestTraces, type RequestTraces } from './platform/http/trace-requests.ts';
import { metadataRoutes } from './platform/odata/metadata/metadata-routes.ts';
import { docsRoutes } from './platform/openapi/docs-routes.ts';
import { noteRoutes, type DocumentedRoute } from './platform/openapi/documented-routes.ts';
import { jsonSchemaOf } from './platform/tenant-configuration/configuration-schema.ts';
import { configurationOf } from './platform/tenant-configuration/tenant-configuration.ts';
import { notFound } from './platform/problems.ts';
import type { Area, Services } from './platform/services.ts';

export interface AppOptions {
  readonly services: Services;
  readonly access: AccessGate;
  readonly areas: readonly Area[];
  /** The embedded identity provider, if there is one. */
  readonly identityHandler?: IdentityHandler | undefined;
  /** Host names that are accepted in addition to those of this machine; `undefined` accepts any. */
  readonly hosts?: readonly string[] | undefined;
  /** Directory of the built portal. */
  readonly portalDirectory: string;
  /** Aborted once the server should receive no further requests. */
  readonly draining?: AbortSignal | undefined;
  /** The metrics of all processes of the node; by default those of this process. */
  readonly readMetrics?: (() => Promise<string>) | undefined;
}

/** Above Fastify's default of 10 seconds, which a machine that starts all of its services at once can exceed. */
const longestPluginMilliseconds = 60_000;

const createInstance = ({ services }: AppOptions, traces: RequestTraces): App => {
  const log: FastifyBaseLogger = services.log;
  const { limits, trustedProxies } = services.configuration;
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Without a child logger per request: few requests log anything, and their lines identify the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: traces.begin,
    bodyLimit: limits.bodyBytes,
    // A connection that has ended has no address.
    trustProxy: trustedProxies ? (address: string | undefined) => trustedProxies.has(address ?? '') : false,
    requestTimeout: longestArrivalMilliseconds,
    pluginTimeout: longestPluginMilliseconds,
    return503OnClosing: false,
    http: { maxHeaderSize: 65_536 },
    routerOptions: { caseSensitive: false, maxParamLength: limits.addressLength },
    rewriteUrl: (request) => {
      const address = request.url ?? '/';
      return address.length > limits.addressLength || isIdentityAddress(address) ? address : canonicalAddress(address);
    },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: clientErrorAnswers(answerHeaders(services.configuration.publicOrigin)),
  }).withTypeProvider<ZodTypeProvider>();
};

/** Assembles the server: the platform first, then every area, then the pages of the portal. It does not listen. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { services } = options;
  const traces = createRequestTraces(services.tracing);
  const app = createInstance(options, traces);
  decorateAnswerHeaders(app, services.configuration.publicOrigin);
  app.setValidatorCompiler(nameMatchingValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  requireRoutePermissions(app);
  acceptJson(app);
  endConnectionsOnClose(app, options.draining);

  traces.follow(app);
  app.addHook('onRequest', (request, reply, done) => {
    setProgramHeaders(request, reply);
    done();
  });
  requireOneHost(app);
  if (options.hosts) checkHost(app, options.hosts);
  checkAddress(app, services.configuration.limits.addressLength);
  const limits = limitRates(app, {
    limits: services.configuration.limits,
    gate: options.access,
    clock: services.clock,
    log: services.log,
    metrics: services.metrics,
  });
  authoriseRequests(app, {
    callers: createCallers({
      source: services.identity,
      tokens: services.accessTokens,
      configuration: services.configuration,
      machines: services.machines,
      gate: options.access,
      signIns: accessTables.signIns,
      tieSubject: (person, signIn) => accessTables.tieSubject(services, person, signIn),
      snapshots: services.snapshot,
      clock: services.clock,
      log: services.log,
    }),
    snapshots: services.snapshot,
    clock: services.clock,
    acceptInvitation: (context, invitation, person) => acceptInvitation(services, context, invitation, person),
    ...limits,
  });
  limitArrival(app);
  limitBodies(app, bodyBudgetOf(services.configuration.webProcesses));
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  app.setNotFoundHandler((request, reply) => sendProblem(notFound('The address'), request, reply));

  const { metrics } = services;
  observeRequests(app, metrics);
  if (options.identityHandler) await mountIdentityProvider(app, options.identityHandler);
  const routes: DocumentedRoute[] = [];
  const entities = options.areas.flatMap((area) => area.entities ?? []);
  await app.register(async (scope: App) => {
    noteRoutes(scope, 'service', routes);
    const { metricsToken } = services.configuration;
    const { draining, readMetrics = () => metrics.registry.metrics() } = options;
    healthRoutes(scope, { snapshots: services.snapshot, readMetrics, metricsToken, draining });
    metadataRoutes(scope, entities);
    docsRoutes(scope, services, routes, entities, () => jsonSchemaOf(configurationOf(options.areas).parts));
  });
  for (const area of options.areas) {
    await app.register(async (scope: App) => {
      noteRoutes(scope, area.name, routes);
      await area.routes?.(scope, services);
    });
  }
  await portalPages(app, options.portalDirectory, services.identity);
  return app;
};
