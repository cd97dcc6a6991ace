import { describe, expect, test } from 'vitest';
import { DatabaseLostError } from './platform/database/connection-pool.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { StartUpError } from './platform/start-up-error.ts';
import { explainStartFailure } from './start-failure.ts';

const failure = (code: string): Error => Object.assign(new Error('Something failed.'), { code });

describe('why the server did not start', () => {
  test.each([
    ['EADDRINUSE', 'Port 8080 is taken. Stop the other program, or set PORT to a free one.'],
    ['EACCES', 'Port 8080 may not be used by this user. Set PORT to one from 1024.'],
    ['EADDRNOTAVAIL', 'HOST is no address of this machine.'],
    ['ENOSPC', 'The disk is full. Free some space and start again.'],
    ['53100', 'The disk that holds the database is full. Free some space and start again.'],
    ['ECONNREFUSED', 'The database of DATABASE_URL cannot be reached.'],
    ['25006', 'The database of DATABASE_URL is a standby, which takes no writes.'],
    ['28P01', 'The database of DATABASE_URL refuses the user or its password.'],
    ['3D000', 'The database of DATABASE_URL does not exist. Create it first.'],
  ])('is one line for %s', (code, line) => {
    expect(explainStartFailure(failure(code), 8080)).toBe(line);
  });

  test('is told in the words of our own errors', () => {
    expect(explainStartFailure(new StartUpError('The master key is gone.'), 8080)).toBe('The master key is gone.');
    expect(explainStartFailure(new MigrationError('The database is newer.'), 8080)).toBe('The database is newer.');
  });

  test('is that the database cannot be reached where a proxy ends the connection', () => {
    const lost = new DatabaseLostError(new Error('Connection terminated unexpectedly'));
    expect(explainStartFailure(lost, 8080)).toBe('The database of DATABASE_URL cannot be reached.');
  });

  test('is left to the stack where nothing is known', () => {
    expect(explainStartFailure(new Error('Something failed.'), 8080)).toBeUndefined();
    expect(explainStartFailure('Something failed.', 8080)).toBeUndefined();
  });
});
