import { createLog, reasonOf, type Log } from './log.ts';
import { readOptions, UsageError } from './options.ts';
import { runAgent } from './run-agent.ts';
import { ServerError } from './server-client.ts';
import { startAfresh } from './start-afresh.ts';

/** What the agent's exit code says to whatever started it; 0 is a clean stop. */
const exitCodes = { failed: 1, usage: 2, refused: 3 } as const;

const report = (error: unknown, log: Log): number => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return exitCodes.usage;
  }
  if (error instanceof ServerError && error.status === 403) {
    log.error('the server refuses this machine; enrol it anew with --anew and a tenant token', {
      reason: error.message,
    });
    return exitCodes.refused;
  }
  log.error('agent failed', { reason: reasonOf(error) });
  return exitCodes.failed;
};

/** The agent as a process: takes its options from the arguments, stops on SIGTERM and Ctrl-C, sets the exit code. */
export const main = async (args: readonly string[]): Promise<void> => {
  const log = createLog((line) => process.stdout.write(line));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const environment = { ...process.env };
  try {
    const options = readOptions(args, process.env);
    let end = await runAgent(options, log, stopping.signal);
    while (end.kind === 'restart') {
      log.info('restarting as the server asks');
      const again = args.filter((arg) => arg !== '--anew');
      startAfresh(again, environment, environment['NODE_COMPILE_CACHE'] ?? '');
      end = await runAgent({ ...options, anew: false }, log, stopping.signal);
    }
    log.info('agent stopped');
  } catch (error) {
    process.exitCode = report(error, log);
  }
};
