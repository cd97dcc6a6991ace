import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A failure whose message is one line for the person at the console. */
export class PreparationError extends Error {}

/**
 * Tells the person at the console what goes on.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/**
 * Runs `action`; a PreparationError becomes its one line and exit code 1.
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
