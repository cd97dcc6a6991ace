import { join } from 'node:path';
import type { Logger } from 'pino';
import { accessTables } from './access-tables.ts';
import { createApp } from './app.ts';
import { areas } from './areas.ts';
import { inviteAdministrators } from './areas/access/invitations/invite-administrators.ts';
import { warmHome } from './areas/home/warm-home.ts';
import { ensureCorePackage } from './areas/packages/core/ensure-core-package.ts';
import { checkPort } from './check-port.ts';
import type { Drain } from './drain.ts';
import type { FirstRun } from './first-run/first-run.ts';
import { storeBuiltInRoles } from './areas/access/roles/store-built-in-roles.ts';
import type { IdentitySource } from './platform/access/identity-source.ts';
import { createRemoteIdentity } from './platform/access/remote-identity.ts';
import { tableAuditsOf } from './platform/audit/table-audits-of.ts';
import { systemClock } from './platform/clock.ts';
import type { Configuration } from './platform/configuration.ts';
import type { ConnectionSettings } from './platform/database/connection-settings.ts';
import { createGate, type GateOptions } from './platform/database/create-gate.ts';
import type { AccessGate, Gate } from './platform/database/gate.ts';
import { checkReplica } from './platform/database/replica/check-replica.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/database/migrate.ts';
import { roleConnections } from './platform/database/roles.ts';
import { checkDatabase } from './platform/database/self-check.ts';
import { prepareClose } from './platform/http/prepare-close.ts';
import { startMetricsListener } from './platform/http/metrics-listener.ts';
import { createDerivedKeys } from './platform/secrets/derived-keys.ts';
import { releaseMemory } from './platform/release-memory.ts';
import { limitHeapGrowth } from './platform/heap-growth.ts';
import { listening, type ListenPlace } from './platform/listening.ts';
import { runPeriodically } from './platform/run-periodically.ts';
import { createServices } from './platform/create-services.ts';
import type { Services } from './platform/services.ts';
import { StartUpError } from './platform/start-up-error.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import type { Shutdown } from './shutdown.ts';
import { providerWarning, startWarnings } from './start-warnings.ts';
import { bucketWarning, storageWarnings } from './storage-warnings.ts';
import { startWorker } from './start-worker.ts';
import type { PrimaryProcess } from './web-processes/primary-process.ts';
import { createWebProcesses } from './web-processes/web-processes.ts';

export interface ProcessOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Receives the undo of each step as soon as the step is done. */
  readonly shutdown: Shutdown;
  readonly drain: Drain;
}

export interface ServeOptions extends ProcessOptions {
  /** Writes a line to the console, whatever the log level. */
  readonly print: (line: string) => void;
  /** Called when something has ended that the server cannot run without. */
  readonly onLost: (what: string) => void;
}

const placeOf = (port: number): ListenPlace => ({ port, portSetting: 'PORT', hostSetting: 'HOST' });

const hourMilliseconds = 3_600_000;

const portalDirectory = join(import.meta.dirname, '../../portal/dist');

/**
 * Maximum number of connections that wait to be accepted: a whole fleet reconnects within seconds of a restart. The
 * kernel drops further ones, which are retried after one, two, four seconds. Linux limits the value to
 * `net.core.somaxconn`.
 */
const backlog = 4_096;

/**
 * Starts the configured roles; resolves once the server is ready. If a step fails, `shutdown` undoes those already
 * done.
 */
export const serve = async (options: ServeOptions): Promise<void> => {
  const { configuration, log, print, shutdown, drain } = options;
  const firstRun = await prepare(options);
  const owner = firstRun?.owner ?? ownerOf(configuration);
  const masterKey = firstRun?.masterKey ?? required(configuration.masterKey, 'MASTER_KEY');
  const identity = firstRun?.identity?.source ?? remoteIdentity(options);

  const port = firstRun?.port ?? configuration.port;
  const web = configuration.roles.includes('web');
  if (web) await listening(placeOf(port), checkPort(configuration.host, port));

  const migrations = await migrate({ owner, masterKey });
  if (migrations.length > 0) log.info({ migrations }, 'the database was brought up to date');
  const connections = roleConnections(owner, masterKey);
  await checkDatabase(Object.values(connections));
  const replica = replicaOf(configuration, masterKey);
  if (replica) {
    await checkReplica(replica, connections.app).catch((error: unknown) => {
      if (error instanceof StartUpError) throw error;
      log.warn(
        { err: error },
        'the database of DATABASE_READ_URL does not answer; until it does all reads run on the primary',
      );
    });
  }
  const { gate, services } = await openServices(options, { connections, masterKey, identity });

  const warn = (warning: string | undefined): void => {
    if (warning !== undefined) log.warn(warning);
  };
  if (!firstRun) for (const warning of await storageWarnings(configuration)) log.warn(warning);
  // In parallel with the rest of the start: an unreachable service is retried for a while.
  void bucketWarning(configuration, services.contents).then(warn);
  await storeBuiltInRoles(gate, systemClock);
  await ensureCorePackage(services).catch((error: unknown) =>
    log.error({ err: error }, 'the Core package could not be stored; the next start tries again'),
  );
  await inviteAdministrators(services, configuration.administrators);
  if (!firstRun?.identity) {
    const snapshot = await services.snapshot.refresh();
    for (const warning of startWarnings(configuration, { provider: identity.provider, snapshot })) log.warn(warning);
    // In parallel with the rest of the start, which does not wait for the provider.
    if (web) void providerWarning(identity).then(warn);
  }
  if (firstRun?.identity) {
    const { seedDemoData } = await import('./first-run/demo-data/seed-demo-data.ts');
    await seedDemoData({ services, access: gate, onBegin: () => print('Filling the portal with demo data…') });
  }
  const { registry } = services.metrics;
  const webProcesses =
    web && configuration.webProcesses > 1
      ? createWebProcesses({ count: configuration.webProcesses, log, registry })
      : undefined;
  /** Functions that end the intake of work; all are called at the same time. */
  const endIntake: (() => Promise<unknown>)[] = [];
  if (configuration.metricsPort !== undefined) {
    const { host, metricsPort, metricsToken: token } = configuration;
    const readMetrics = () => webProcesses?.readMetrics() ?? registry.metrics();
    const listener = await listening(
      { port: metricsPort, portSetting: 'METRICS_PORT', hostSetting: 'HOST' },
      startMetricsListener(readMetrics, { port: metricsPort, host, token }),
    );
    shutdown.add('metrics', () => listener.close());
    log.info({ port: listener.port, host }, 'metrics are served');
  }
  if (configuration.roles.includes('worker')) {
    const worker = startWorker(services, areas);
    shutdown.add('worker', () => worker.stop());
    drain.begun.addEventListener('abort', () => void worker.drain());
    endIntake.push(() => worker.finish());
  }
  if (!web) {
    print('Ready: processing work only');
    return;
  }
  shutdown.add('intake', () => endTogether(endIntake));
  if (webProcesses) {
    endIntake.push(() => webProcesses.stop());
    drain.begun.addEventListener('abort', () => webProcesses.drain());
    await webProcesses.start();
  } else {
    // In parallel with the rest of the start, during which the database has little else to do.
    void warmHome(services);
    const app = await createApp({
      services,
      access: gate,
      areas,
      identityHandler: firstRun?.identity?.handler,
      hosts: firstRun?.identity && hostsOf(configuration),
      portalDirectory,
      draining: drain.begun,
    });
    endIntake.push(prepareClose(app));
    await listening(placeOf(port), app.listen({ port, host: configuration.host, backlog }));
  }
  if (configuration.mailIn) {
    const { startMailListener } = await import('./areas/mail-in/listener/start-mail-listener.ts');
    const listener = await listening(
      { port: configuration.mailIn.port, portSetting: 'MAIL_IN_PORT', hostSetting: 'MAIL_IN_HOST' },
      startMailListener(services, configuration.mailIn, drain.begun),
    );
    endIntake.push(() => listener.close());
  }
  shutdown.add('drain', () => drain.over());
  print(`Ready: ${configuration.publicOrigin ?? `http://localhost:${port}`}`);

  if (firstRun?.identity)
    await startLocalMonitoring(options, services, `http://${ownAddress(configuration.host)}:${port}`);
};

/**
 * Serves as one of the web processes that `serve` starts in the primary process, which has prepared the database.
 * Resolves once it listens. If a step fails, `shutdown` undoes those already done.
 */
export const serveWebProcess = async (options: ProcessOptions, primary: PrimaryProcess): Promise<void> => {
  const { configuration, shutdown, drain } = options;
  const masterKey = required(configuration.masterKey, 'MASTER_KEY');
  const { gate, services } = await openServices(options, {
    connections: roleConnections(ownerOf(configuration), masterKey),
    masterKey,
    identity: remoteIdentity(options),
    processes: configuration.webProcesses,
  });
  void warmHome(services);
  const app = await createApp({
    services,
    access: gate,
    areas,
    portalDirectory,
    draining: drain.begun,
    readMetrics: () => primary.readMetrics(),
  });
  shutdown.add('intake', prepareClose(app));
  const { port, host } = configuration;
  await listening(placeOf(port), app.listen({ port, host, backlog }));
  shutdown.add('drain', () => drain.over());
  primary.serving(services.metrics.registry);
};

/** Opens the gate and the services that every role uses. */
const openServices = async (
  { configuration, log, shutdown }: ProcessOptions,
  needs: Pick<GateOptions, 'connections' | 'processes'> & {
    readonly masterKey: Uint8Array;
    readonly identity: IdentitySource;
  },
): Promise<{ readonly gate: Gate & AccessGate; readonly services: Services }> => {
  const { masterKey, identity, ...connections } = needs;
  const tracing = await startTracing(configuration, log);
  if (tracing) shutdown.add('tracing', () => tracing.close());
  const metrics = createMetrics(systemClock);
  const replica = replicaOf(configuration, masterKey);
  const gate = createGate({
    ...connections,
    keys: createDerivedKeys(masterKey),
    clock: systemClock,
    tables: tableAuditsOf(areas),
    durations: metrics.statements,
    tracing,
    ...(replica && { replica, onLaggingRead: (outcome) => metrics.laggingReads.inc({ outcome }) }),
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onUnknownScope: (error) => log.warn({ err: error }, 'a scope unknown to the database is defined again'),
    onConflict: (error) => log.warn({ err: error }, 'a write is retried after a conflict with another one'),
  });
  shutdown.add('gate', () => gate.close());
  // Done by every process, whatever its roles: scopes that are not touched expire.
  const touching = runPeriodically('touch scopes', hourMilliseconds, () => gate.touchScopes(), log);
  shutdown.add('scopes', () => touching.stop());
  const services = createServices({
    configuration,
    masterKey,
    gate,
    accessTables,
    identity,
    clock: systemClock,
    log,
    metrics,
    tracing,
  });
  shutdown.add('access snapshot', () => services.snapshot.close());
  const watches = [releaseMemory(), limitHeapGrowth()];
  shutdown.add('memory', async () => watches.forEach((watch) => watch.stop()));
  return { gate, services };
};

/** Resolves when all have ended; rejects then if one of them has failed. */
const endTogether = async (ends: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const outcomes = await Promise.allSettled(ends.map((end) => end()));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** The address at which this machine reaches a server that listens on the host. */
const ownAddress = (host: string): string => {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Starts the agent of the first run on this machine, in the first of its tenants, and the sender of demo readings. */
const startLocalMonitoring = async (
  { configuration, log, shutdown }: ServeOptions,
  services: Services,
  serverAddress: string,
): Promise<void> => {
  const [{ startLocalAgent }, { agentEnrolmentToken }, { keepDemoReporting }] = await Promise.all([
    import('./first-run/local-agent/start-local-agent.ts'),
    import('./first-run/demo-data/agent-token.ts'),
    import('./first-run/demo-data/keep-demo-reporting.ts'),
  ]);
  const reporting = keepDemoReporting(services);
  shutdown.add('demo readings', () => reporting.stop());
  const directory = join(configuration.dataDirectory, 'agent');
  const token = await agentEnrolmentToken({ services, directory });
  const agent = await startLocalAgent({ serverAddress, directory, token, log });
  shutdown.add('agent', () => agent.stop());
};

/**
 * Prepares a first run, which creates what the configuration does not name; `undefined` if it names everything.
 * Production never loads it.
 */
const prepare = async ({
  configuration,
  log,
  print,
  shutdown,
  onLost,
}: ServeOptions): Promise<FirstRun | undefined> => {
  const { database, authority, masterKey } = configuration;
  if (database !== undefined && authority !== undefined && masterKey !== undefined) return undefined;
  const { prepareFirstRun } = await import('./first-run/first-run.ts');
  const firstRun = await prepareFirstRun({ configuration, log, print });
  shutdown.add('first run', () => firstRun.stop());
  void firstRun.databaseLost.then((loss) => onLost(loss.message));
  return firstRun;
};

const replicaOf = ({ readReplica }: Configuration, masterKey: Uint8Array): ConnectionSettings | undefined =>
  readReplica && roleConnections(readReplica, masterKey).app;

const ownerOf = ({ database }: Configuration): ConnectionSettings => required(database, 'DATABASE_URL');

const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new StartUpError(`${name} is not set.`);
  return value;
};

const remoteIdentity = ({ configuration, log }: ProcessOptions): IdentitySource =>
  createRemoteIdentity({
    authority: required(configuration.authority, 'OIDC_AUTHORITY'),
    audience: configuration.audience,
    clientId: configuration.clientId,
    accessTokenType: configuration.accessTokenType,
    onStale: (error) =>
      log.warn({ err: error }, 'the metadata of OIDC_AUTHORITY could not be read again; the last one remains in use'),
  });

/** The host names that a first run accepts; all if it listens on every interface without a public origin. */
const hostsOf = ({ host, publicOrigin }: Configuration): readonly string[] => {
  const published = publicOrigin === undefined ? [] : [new URL(publicOrigin).host];
  const everywhere = host === '0.0.0.0' || host === '::';
  return everywhere && published.length === 0 ? ['*'] : [host, ...published];
};
