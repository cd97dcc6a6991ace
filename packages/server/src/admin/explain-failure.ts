import { BackupError } from '../first-run/backup/backup-error.ts';
import { errorCode } from '../platform/error-code.ts';
import { Problem } from '../platform/problems.ts';
import { SealedValueError } from '../platform/secrets/sealed-value.ts';
import { explainStartFailure } from '../start-failure.ts';
import { ConfigurationRefused } from '../platform/tenant-configuration/configuration-refused.ts';
import { CommandError } from './command-error.ts';
import { UsageError } from './usage-error.ts';

/** The cause of a problem of 500 and above, whose detail is only what a browser may see; any other error unchanged. */
const rootOf = (error: unknown): unknown =>
  error instanceof Problem && error.status >= 500 && error.cause !== undefined ? error.cause : error;

/** Returns the one line for the user at the console; `undefined` if only the stack trace can tell what failed. */
export const explainFailure = (error: unknown): string | undefined => {
  const root = rootOf(error);
  if (
    root instanceof UsageError ||
    root instanceof CommandError ||
    root instanceof BackupError ||
    root instanceof SealedValueError ||
    root instanceof ConfigurationRefused
  )
    return root.message;
  if (root instanceof Problem) return root.detail;
  switch (errorCode(root)) {
    case '28P01':
      return 'The database refuses the master key. Set MASTER_KEY or MASTER_KEY_FILE to that of the server.';
    case '28000':
    case '3F000':
    case '42P01':
    case '42703':
    case '42883':
      return 'The database is not set up for this version: start the server once, then try again.';
    default:
      return explainStartFailure(root);
  }
};
