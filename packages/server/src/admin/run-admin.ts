import { CommandError } from './command-error.ts';
import { explainFailure } from './explain-failure.ts';
import { interruptible } from './interruptible.ts';
import { openServices } from './open-services.ts';
import { readRequest, usage } from './read-command.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';
import { verify } from './verify.ts';

/**
 * The console output of a command, and its exit code: 0 for success, 1 if it is refused or impossible, 2 for wrong
 * usage.
 */
export interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly output: readonly string[];
  readonly error?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const run = async (words: readonly string[], environment: Environment): Promise<readonly string[]> => {
  const request = readRequest(words);
  switch (request.verb) {
    case 'help':
      return [usage];
    case 'backup': {
      const { runBackup } = await import('./run-backup.ts');
      return interruptible((signal) => runBackup(environment, request, signal));
    }
    case 'restore': {
      const { runRestore } = await import('./run-restore.ts');
      return interruptible((signal) => runRestore(environment, request, signal));
    }
    default: {
      const opened = await openServices(environment);
      try {
        return request.verb === 'verify'
          ? await verify(opened, request.heads)
          : await runCommand(opened.services, request);
      } finally {
        await opened.close();
      }
    }
  }
};

/** Runs the command of a command line; throws only unexpected errors. */
export const runAdmin = async (words: readonly string[], environment: Environment): Promise<Outcome> => {
  try {
    return { code: 0, output: await run(words, environment) };
  } catch (error) {
    const explained = explainFailure(error);
    if (explained === undefined) throw error;
    const output = error instanceof CommandError ? error.output : [];
    return { code: error instanceof UsageError ? 2 : 1, output, error: explained };
  }
};
