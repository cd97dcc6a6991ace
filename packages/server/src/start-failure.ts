import { DatabaseLostError } from './platform/database/connection-pool.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { UnsafeDatabaseError } from './platform/database/self-check.ts';
import { StartUpError } from './platform/start-up-error.ts';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const unreachable = 'The database of DATABASE_URL cannot be reached.';

/**
 * The one line that tells the person at the console why the server did not start and what to do; `undefined` where only
 * the stack can tell.
 */
export const explainStartFailure = (error: unknown, port: number): string | undefined => {
  if (error instanceof StartUpError || error instanceof MigrationError || error instanceof UnsafeDatabaseError) {
    return error.message;
  }
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Stop the other program, or set PORT to a free one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set PORT to one from 1024.`;
    case 'EADDRNOTAVAIL':
      return 'HOST is no address of this machine.';
    case 'ENOSPC':
      return 'The disk is full. Free some space and start again.';
    case '53100':
      return 'The disk that holds the database is full. Free some space and start again.';
    case '25006':
      return 'The database of DATABASE_URL is a standby, which takes no writes.';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
      return unreachable;
    case '28P01':
    case '28000':
      return 'The database of DATABASE_URL refuses the user or its password.';
    case '3D000':
      return 'The database of DATABASE_URL does not exist. Create it first.';
    case '42501':
      return 'The user of DATABASE_URL may not set the database up: it must own it and may create roles.';
    default:
      return error instanceof DatabaseLostError ? unreachable : undefined;
  }
};
