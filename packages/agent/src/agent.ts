import { agentVersion } from './agent-version.ts';
import { tryVersion } from './installs/agent-update.ts';
import type { AgentUpdate } from './installs/installs.ts';
import { createLog, reasonOf, type Log } from './log.ts';
import { readOptions, UsageError, type AgentOptions } from './options.ts';
import { runAgent, type RefusedUpdate } from './run-agent.ts';
import { RefusedError } from './server-client.ts';
import { replaceProcess } from './replace-process.ts';

/** Exit codes of the agent; 0 is a clean stop. */
const exitCodes = { failed: 1, usage: 2, refused: 3 } as const;

const report = (error: unknown, log: Log): number => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return exitCodes.usage;
  }
  if (error instanceof RefusedError) {
    log.error('the server refuses this machine; enrol it again with --re-enrol and a tenant token', {
      reason: error.message,
    });
    return exitCodes.refused;
  }
  log.error('agent failed', { reason: reasonOf(error) });
  return exitCodes.failed;
};

/**
 * Runs the agent as a process: reads its options from the arguments, stops on SIGTERM and SIGINT (Ctrl-C), and sets the
 * exit code.
 */
export const main = async (args: readonly string[]): Promise<void> => {
  if (args.includes('--version')) {
    process.stdout.write(`${agentVersion}\n`);
    return;
  }
  // Write errors are ignored, as of a file on a full disk or a closed pipe: the log still reaches the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const log = createLog((line) => process.stdout.write(line));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const environment = { ...process.env };
  let input: NodeJS.ReadStream | undefined;

  /**
   * Resolves with `undefined` once the other version has replaced this program. Otherwise with the refused version,
   * which this one reports when it continues.
   */
  const update = async (
    to: AgentUpdate,
    again: readonly string[],
    options: AgentOptions,
  ): Promise<RefusedUpdate | undefined> => {
    const { dataDirectory, updateTimeout: timeout } = options;
    const { signal } = stopping;
    const reason = await tryVersion(to, { args: again, environment, dataDirectory, timeout, log, signal });
    if (reason === undefined) return undefined;
    log.error('the other version of the agent is rolled back', { version: to.version, reason });
    const { packageId, packageVersionId, desired } = to;
    return { packageId, version: { packageVersionId, desired, error: reason } };
  };

  try {
    const options = readOptions(args, process.env);
    if (options.stopWithInput) input = process.stdin.resume().once('close', () => stopping.abort());
    let end = await runAgent(options, log, stopping.signal);
    while (end.kind !== 'stopped') {
      const again = args.filter((arg) => arg !== '--re-enrol');
      const refused = end.kind === 'update' ? await update(end.update, again, options) : undefined;
      if (!refused) {
        log.info('starting again');
        replaceProcess(again, environment, environment['NODE_COMPILE_CACHE'] ?? '');
        if (end.kind === 'update') {
          // Without `execve` the service manager starts the new program.
          process.exitCode = exitCodes.failed;
          return;
        }
      }
      end = await runAgent({ ...options, reEnrol: false }, log, stopping.signal, refused);
    }
    log.info('agent stopped');
  } catch (error) {
    if (stopping.signal.aborted) return;
    process.exitCode = report(error, log);
  } finally {
    // An open input keeps the process alive, and a supervisor closes it only to stop the agent.
    input?.destroy();
  }
};
