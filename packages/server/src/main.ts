import cluster from 'node:cluster';
import { createDrain, longestStopMilliseconds } from './drain.ts';
import { isDiskFull } from './platform/is-disk-full.ts';
import { createLog } from './platform/log.ts';
import { readConfiguration, type Configuration } from './platform/configuration.ts';
import { serve, serveWebProcess } from './serve.ts';
import { createShutdown } from './shutdown.ts';
import { explainStartFailure } from './start-failure.ts';
import { followPrimaryProcess } from './web-processes/primary-process.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const configure = (): Configuration => {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    console.error(explainStartFailure(error) ?? error);
    process.exit(1);
  }
};

const configuration = configure();
const log = createLog(configuration);
const shutdown = createShutdown(log);
const drainMilliseconds = configuration.drainSeconds * 1_000;
const drain = createDrain(drainMilliseconds);
let stopping = false;

const stop = async (code: number): Promise<void> => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => {
    log.fatal('the server did not stop in time');
    process.exit(1);
  }, drainMilliseconds + longestStopMilliseconds).unref();
  drain.begin();
  await shutdown.run();
  process.exit(code);
};

const failFatally = (what: string, error?: unknown): void => {
  if (stopping) return;
  log.fatal({ err: error }, what);
  drain.end();
  void stop(1);
};

/**
 * Explains a failure by a full disk. A database that runs out of space ends, and its clients see only lost connections.
 */
const explainFullDisk = async (): Promise<string | undefined> => {
  const { dataDirectory } = configuration;
  return (await isDiskFull(dataDirectory).catch(() => false))
    ? `The disk that holds ${dataDirectory} is full. Free some space and start again.`
    : undefined;
};

/** A second signal ends the drain. */
const stopOnSignal = (): void => {
  if (stopping) drain.end();
  else void stop(0);
};

const primary =
  cluster.worker && followPrimaryProcess(cluster.worker, { drain: () => void stop(0), stop: () => drain.end() });
/**
 * A web process ignores signals and stops when the primary process asks it to: a terminal sends its signals to both.
 */
const onSignal = primary ? () => undefined : stopOnSignal;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
process.on('unhandledRejection', (reason) => failFatally('Unhandled promise rejection.', reason));
process.on('uncaughtException', (error) => failFatally('Uncaught exception.', error));

try {
  if (primary) await serveWebProcess({ configuration, log, shutdown, drain }, primary);
  else await serve({ configuration, log, print, shutdown, drain, onLost: failFatally });
} catch (error) {
  if (!stopping) console.error(explainStartFailure(error) ?? (await explainFullDisk()) ?? error);
  await stop(1);
}
