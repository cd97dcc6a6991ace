import { DatabaseLostError } from './platform/database/database-errors.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { UnsafeDatabaseError } from './platform/database/self-check.ts';
import { errorCode } from './platform/error-code.ts';
import { StartUpError } from './platform/start-up-error.ts';

const refusedUser = 'The database of DATABASE_URL refuses the user or its password.';

/** Codes that OpenSSL and Node report for a certificate that they do not accept. */
export const certificateFailure =
  /^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/;
const handshakeFailure = /^(EPROTO|ERR_(SSL|TLS|OSSL)_)/;

/** The line for a connection that could not be established, broke, or led to a standby. */
const explainLostDatabase = ({ code = '', cause }: DatabaseLostError): string => {
  const reason = cause instanceof Error ? cause.message : '';
  if (code === '25006') return 'The database of DATABASE_URL is a standby, which accepts no writes.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the database of DATABASE_URL is for another host name.';
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the database of DATABASE_URL has expired.';
  if (certificateFailure.test(code))
    return `The certificate of the database of DATABASE_URL cannot be verified (${code}). Name the file of its certificate authority in sslrootcert.`;
  if (handshakeFailure.test(code)) return `The TLS connection to the database of DATABASE_URL failed (${code}).`;
  if (reason === 'The server does not support SSL connections')
    return 'The database of DATABASE_URL accepts no TLS connections, but its sslmode requires them.';
  if (reason.startsWith('SASL')) return refusedUser;
  return 'The database of DATABASE_URL cannot be reached.';
};

/**
 * Returns the one line that tells the user at the console why the server did not start and what to do; `undefined` if
 * only the stack trace can tell.
 */
export const explainStartFailure = (error: unknown): string | undefined => {
  if (error instanceof StartUpError || error instanceof MigrationError || error instanceof UnsafeDatabaseError) {
    return error.message;
  }
  if (error instanceof DatabaseLostError) return explainLostDatabase(error);
  switch (errorCode(error)) {
    case 'ENOSPC':
      return 'The disk is full. Free some space and start again.';
    case '53100':
      return 'The disk that holds the database is full. Free some space and start again.';
    case '53300':
      return 'The database of DATABASE_URL has no connection left. Raise its max_connections, or end other clients.';
    case '25006':
      return 'The database of DATABASE_URL is a standby, which accepts no writes.';
    case '0A000':
    case '58P01':
      if (!messageOf(error).includes('extension'))
        return `The PostgreSQL of DATABASE_URL refuses what the server needs: ${messageOf(error)}`;
      return `The PostgreSQL of DATABASE_URL must be version 15 or later and have the extension pg_trgm (contrib) installed: ${messageOf(error)}`;
    case '28P01':
    case '28000':
      return refusedUser;
    case '3D000':
      return 'The database of DATABASE_URL does not exist. Create it first.';
    case '42501':
      return 'The user of DATABASE_URL is not allowed to set up the database: it must own it and be allowed to create roles.';
    default:
      return undefined;
  }
};

/** The first line only. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message.replace(/\n[^]*/, '') : '');
