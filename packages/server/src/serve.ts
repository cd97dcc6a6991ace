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
import { createRemoteIdentity } from './platform/access/remote-identity.ts';
import { tableAuditsOf } from './platform/audit/table-audits-of.ts';
import { systemClock } from './platform/clock.ts';
import type { Configuration } from './platform/configuration.ts';
import { connectionSettingsOf } from './platform/database/connection-settings.ts';
import { createGate } from './platform/database/create-gate.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/database/migrate.ts';
import { roleConnections } from './platform/database/roles.ts';
import { checkDatabase } from './platform/database/self-check.ts';
import { prepareClose } from './platform/http/prepare-close.ts';
import { startMetricsListener } from './platform/http/metrics-listener.ts';
import { createDerivedKeys } from './platform/secrets/derived-keys.ts';
import { giveMemoryBack } from './platform/give-memory-back.ts';
import { createServices } from './platform/create-services.ts';
import type { Services } from './platform/services.ts';
import { StartUpError } from './platform/start-up-error.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import type { Shutdown } from './shutdown.ts';
import { startWorker } from './start-worker.ts';

export interface ServeOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Writes a line to the console, whatever the log level. */
  readonly print: (line: string) => void;
  /** Is given what undoes each step as soon as the step is done. */
  readonly shutdown: Shutdown;
  readonly drain: Drain;
  /** Called when something ended without which the server cannot go on. */
  readonly onLost: (what: string) => void;
}

const portalDirectory = join(import.meta.dirname, '../../portal/dist');

/** Starts the roles asked for; resolves once it serves. Whatever fails, `shutdown` undoes what was done. */
export const serve = async (options: ServeOptions): Promise<void> => {
  const { configuration, log, print, shutdown, drain } = options;
  const firstRun = await prepare(options);
  const owner = firstRun?.owner ?? connectionSettingsOf(required(configuration.databaseUrl, 'DATABASE_URL'));
  const masterKey = firstRun?.masterKey ?? required(configuration.masterKey, 'MASTER_KEY');
  const identity = firstRun?.identity?.source ?? createRemoteIdentity(withAuthority(configuration));

  const port = firstRun?.port ?? configuration.port;
  const web = configuration.roles.includes('web');
  if (web) await checkPort(configuration.host, port);

  const migrations = await migrate({ owner, masterKey });
  if (migrations.length > 0) log.info({ migrations }, 'the database was brought up to date');
  const connections = roleConnections(owner, masterKey);
  await checkDatabase(Object.values(connections));
  const tracing = await startTracing(configuration, log);
  if (tracing) shutdown.add('tracing', () => tracing.close());
  const metrics = createMetrics(systemClock);
  const gate = createGate({
    connections,
    keys: createDerivedKeys(masterKey),
    clock: systemClock,
    tables: tableAuditsOf(areas),
    durations: metrics.statements,
    tracing,
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onConflict: (error) => log.warn({ err: error }, 'a write is run again: another was in its way'),
  });
  shutdown.add('gate', () => gate.close());
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

  const memory = giveMemoryBack();
  shutdown.add('memory', async () => memory.stop());

  await storeBuiltInRoles(gate, systemClock);
  await ensureCorePackage(services).catch((error: unknown) =>
    log.error({ err: error }, 'the Core package could not be stored; the next start tries again'),
  );
  await inviteAdministrators(services, configuration.administrators);
  if (firstRun?.identity) {
    const { seedDemoData } = await import('./first-run/demo-data/seed-demo-data.ts');
    await seedDemoData({ services, access: gate, onBegin: () => print('Filling the portal with demo data…') });
  }
  /** Ends what takes work in; all of it ends at the same time. */
  const endIntake: (() => Promise<unknown>)[] = [];
  if (configuration.metricsPort !== undefined) {
    const { host, metricsToken: token } = configuration;
    const listener = await startMetricsListener(metrics.registry, { port: configuration.metricsPort, host, token });
    shutdown.add('metrics', () => listener.close());
    log.info({ port: listener.port, host }, 'metrics are served');
  }
  if (configuration.roles.includes('worker')) {
    const worker = startWorker(services, gate, areas);
    shutdown.add('worker', () => worker.stop());
    drain.begun.addEventListener('abort', () => void worker.drain());
    endIntake.push(() => worker.finish());
  }
  if (!web) {
    print('Ready: working without serving');
    return;
  }
  // Beside the rest of the start: it keeps the database busy, which has little to do otherwise.
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
  shutdown.add('intake', () => endTogether(endIntake));
  await app.listen({ port, host: configuration.host });
  if (configuration.mailIn) {
    const { startMailListener } = await import('./areas/mail-in/listener/start-mail-listener.ts');
    const listener = await startMailListener(services, configuration.mailIn, drain.begun);
    endIntake.push(() => listener.close());
  }
  shutdown.add('drain', () => drain.over());
  print(`Ready: ${configuration.publicOrigin ?? `http://localhost:${port}`}`);

  if (firstRun?.identity) await watchThisMachine(options, services, `http://${ownAddress(configuration.host)}:${port}`);
};

/** Resolves when all have ended; rejects then when one could not be ended. */
const endTogether = async (ends: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const outcomes = await Promise.allSettled(ends.map((end) => end()));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Where this machine reaches a server that listens on the host. */
const ownAddress = (host: string): string => {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** The agent of the first run, on this machine, in the first of its tenants, beside what sends readings in the demo. */
const watchThisMachine = async (
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

/** What the configuration names neither here nor there is made by the first run, which production never loads. */
const prepare = async ({
  configuration,
  log,
  print,
  shutdown,
  onLost,
}: ServeOptions): Promise<FirstRun | undefined> => {
  const { databaseUrl, authority, masterKey } = configuration;
  if (databaseUrl !== undefined && authority !== undefined && masterKey !== undefined) return undefined;
  const { prepareFirstRun } = await import('./first-run/first-run.ts');
  const firstRun = await prepareFirstRun({ configuration, log, print });
  shutdown.add('first run', () => firstRun.stop());
  void firstRun.databaseLost.then((loss) => onLost(loss.message));
  return firstRun;
};

const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new StartUpError(`${name} is not set.`);
  return value;
};

const withAuthority = (configuration: Configuration) => ({
  authority: required(configuration.authority, 'OIDC_AUTHORITY'),
  audience: configuration.audience,
  clientId: configuration.clientId,
  accessTokenType: configuration.accessTokenType,
});

/** The names that a first run answers to; one that listens everywhere under no name of its own answers to all. */
const hostsOf = ({ host, publicOrigin }: Configuration): readonly string[] => {
  const published = publicOrigin === undefined ? [] : [new URL(publicOrigin).host];
  const everywhere = host === '0.0.0.0' || host === '::';
  return everywhere && published.length === 0 ? ['*'] : [host, ...published];
};
