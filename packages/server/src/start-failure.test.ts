import { describe, expect, test } from 'vitest';
import { DatabaseLostError } from './platform/database/database-errors.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { StartUpError } from './platform/start-up-error.ts';
import { explainStartFailure } from './start-failure.ts';

const failure = (code: string): Error => Object.assign(new Error('Something failed.'), { code });

describe('why the server did not start', () => {
  test.each([
    ['ENOSPC', 'The disk is full. Free some space and start again.'],
    ['53100', 'The disk that holds the database is full. Free some space and start again.'],
    ['25006', 'The database of DATABASE_URL is a standby, which accepts no writes.'],
    ['28P01', 'The database of DATABASE_URL refuses the user or its password.'],
    ['53300', 'The database of DATABASE_URL has no connection left. Raise its max_connections, or end other clients.'],
    ['0A000', 'The PostgreSQL of DATABASE_URL refuses what the server needs: Something failed.'],
    ['58P01', 'The PostgreSQL of DATABASE_URL refuses what the server needs: Something failed.'],
    ['3D000', 'The database of DATABASE_URL does not exist. Create it first.'],
  ])('is one line for %s', (code, line) => {
    expect(explainStartFailure(failure(code))).toBe(line);
  });

  test.each(['0A000', '58P01'])('names the extension that is missing for %s', (code) => {
    const error = Object.assign(new Error('extension "pg_trgm" is not available'), { code });
    expect(explainStartFailure(error)).toBe(
      'The PostgreSQL of DATABASE_URL must be version 15 or later and have the extension pg_trgm (contrib) installed: extension "pg_trgm" is not available',
    );
  });

  test("is the message of the server's own errors", () => {
    expect(explainStartFailure(new StartUpError('The master key is gone.'))).toBe('The master key is gone.');
    expect(explainStartFailure(new MigrationError('The database is newer.'))).toBe('The database is newer.');
  });

  test.each([
    ['Connection terminated unexpectedly', undefined, 'The database of DATABASE_URL cannot be reached.'],
    ['connect', 'ECONNREFUSED', 'The database of DATABASE_URL cannot be reached.'],
    ['getaddrinfo', 'ENOTFOUND', 'The database of DATABASE_URL cannot be reached.'],
    ['the server is a standby', '25006', 'The database of DATABASE_URL is a standby, which accepts no writes.'],
    [
      'self-signed certificate',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'The certificate of the database of DATABASE_URL cannot be verified (DEPTH_ZERO_SELF_SIGNED_CERT). Name the file of its certificate authority in sslrootcert.',
    ],
    [
      'unable to verify the first certificate',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of the database of DATABASE_URL cannot be verified (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Name the file of its certificate authority in sslrootcert.',
    ],
    ['expired', 'CERT_HAS_EXPIRED', 'The certificate of the database of DATABASE_URL has expired.'],
    [
      'altnames',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of the database of DATABASE_URL is for another host name.',
    ],
    ['handshake', 'EPROTO', 'The TLS connection to the database of DATABASE_URL failed (EPROTO).'],
    [
      'The server does not support SSL connections',
      undefined,
      'The database of DATABASE_URL accepts no TLS connections, but its sslmode requires them.',
    ],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string',
      undefined,
      'The database of DATABASE_URL refuses the user or its password.',
    ],
  ])('is one line for a connection lost with %j (%s)', (message, code, line) => {
    const cause = Object.assign(new Error(message), code !== undefined && { code });
    expect(explainStartFailure(new DatabaseLostError(cause))).toBe(line);
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EADDRINUSE', 'EACCES'])(
    'is left to the stack trace for %s, which does not identify what failed',
    (code) => {
      expect(explainStartFailure(failure(code))).toBeUndefined();
    },
  );

  test('is left to the stack trace for an unknown error', () => {
    expect(explainStartFailure(new Error('Something failed.'))).toBeUndefined();
    expect(explainStartFailure('Something failed.')).toBeUndefined();
  });
});
