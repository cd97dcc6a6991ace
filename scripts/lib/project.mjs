import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root directory of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** An error that is printed as one line without a stack trace. */
export class PreparationError extends Error {}

/**
 * Prints a progress message to standard error.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/**
 * Runs `action`; a PreparationError is printed as one line, with exit code 1.
 * @param {() => Promise<void>} action
 */
export async function runScript(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
