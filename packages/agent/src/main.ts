import { createLog, reasonOf } from './log.ts';
import { readOptions, UsageError } from './options.ts';
import { runAgent } from './run-agent.ts';
import { ServerError } from './server-client.ts';

/** What the agent's exit code tells whoever started it; 0 is a clean stop. */
const exitCodes = { failed: 1, usage: 2, refused: 3 } as const;

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

const log = createLog((line) => process.stdout.write(line));

try {
  let options = readOptions(process.argv.slice(2), process.env);
  while ((await runAgent(options, log, stopping.signal)) === 'restart') {
    log.info('restarting as the server asks');
    options = { ...options, anew: false };
  }
  log.info('agent stopped');
} catch (error) {
  if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = exitCodes.usage;
  } else if (error instanceof ServerError && error.status === 403) {
    log.error('the server refuses this machine; enrol it anew with --anew and a tenant token', {
      reason: error.message,
    });
    process.exitCode = exitCodes.refused;
  } else {
    log.error('agent failed', { reason: reasonOf(error) });
    process.exitCode = exitCodes.failed;
  }
}
