import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { scramVerifier } from './scram-verifier.ts';

const user = 'cfs_scram_test';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(`create role ${user}`);
});
afterAll(async () => {
  await database.asOwner(`drop role ${user}`);
  await database.drop();
});

const storedFor = async (password: string): Promise<string> => {
  await database.asOwner(`alter role ${user} password '${password}'`);
  const rows = await database.asOwner<{ stored: string }>(
    'select rolpassword as stored from pg_authid where rolname = $1',
    [user],
  );
  return rows[0]?.stored ?? '';
};

it('equals what PostgreSQL computes from the password and the salt', async () => {
  const stored = await storedFor('right-password');
  const salt = Buffer.from(/:(.+?)\$/.exec(stored)?.[1] ?? '', 'base64');
  expect(scramVerifier('right-password', salt)).toBe(stored);
  expect(scramVerifier('wrong-password', salt)).not.toBe(stored);
});

it('is stored unchanged, and has a new salt each time', async () => {
  const verifier = scramVerifier('right-password');
  expect(await storedFor(verifier)).toBe(verifier);
  expect(scramVerifier('right-password')).not.toBe(verifier);
});
