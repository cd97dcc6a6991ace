import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testCertificate } from '../../testing/test-certificate.ts';
import { connectionSettingsOf } from './connection-settings.ts';

test.each([
  [
    'postgres://owner:p%40ss@db.example.com:6543/cfs',
    { host: 'db.example.com', port: 6543, database: 'cfs', user: 'owner', password: 'p@ss' },
  ],
  [
    'postgresql://db.example.com/my%20cfs',
    { host: 'db.example.com', port: 5432, database: 'my cfs', user: 'postgres', password: '' },
  ],
  [
    'postgres://a%2Bb@localhost/cfs?host=%2Frun%2Fpostgresql',
    { host: '/run/postgresql', port: 5432, database: 'cfs', user: 'a+b', password: '' },
  ],
  [
    'postgres://owner@[fd00::1]:6543/cfs',
    { host: 'fd00::1', port: 6543, database: 'cfs', user: 'owner', password: '' },
  ],
])('%s is parsed', (address, settings) => {
  expect(connectionSettingsOf(address)).toEqual(settings);
});

test.each([
  ['disable', undefined],
  ['prefer', undefined],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
])('sslmode=%s sets TLS to %s', (mode, ssl) => {
  expect(connectionSettingsOf(`postgres://db.example.com/cfs?sslmode=${mode}`).ssl).toBe(ssl);
});

test.each([
  'mysql://db.example.com/cfs',
  'postgres://db.example.com',
  'postgres://db.example.com/',
  'postgresx://h/cfs',
])('%s is refused', (address) => {
  expect(() => connectionSettingsOf(address)).toThrow('must look like postgres://');
});

const written = async (text: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-certificate-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'ca.pem');
  await writeFile(file, text);
  return file;
};

test.each(['require', 'verify-ca', 'verify-full'])(
  'sslrootcert names the certificate authorities of sslmode=%s',
  async (mode) => {
    const file = encodeURIComponent(await written(testCertificate.cert));
    const { ssl } = connectionSettingsOf(`postgres://db.example.com/cfs?sslmode=${mode}&sslrootcert=${file}`);
    expect(ssl).toEqual({ ca: testCertificate.cert });
  },
);

test.each(['verify_full', 'REQUIRE', 'on', 'no-verify', 'verify-full '])(
  'sslmode=%s is refused instead of disabling TLS',
  (mode) => {
    const address = `postgres://db.example.com/cfs?sslmode=${encodeURIComponent(mode)}`;
    expect(() => connectionSettingsOf(address)).toThrow('has an unknown sslmode: modes are disable, prefer, require');
  },
);

test.each([
  ['?ssl=true', 'has an unknown parameter, number 1 of its query: parameters are host, sslmode, sslrootcert'],
  ['?sslmode=require&sslrootcrt=x', 'has an unknown parameter, number 2 of its query'],
  ['?SSLMODE=require', 'has an unknown parameter'],
  ['?sslmode=disable&sslmode=require', 'has the parameter sslmode twice'],
  ['?sslmode=', 'has the parameter sslmode without a value'],
  ['?sslrootcert=%2Fhunter2.pem', 'has sslrootcert, which needs sslmode=verify-full'],
  ['?sslmode=verify-full&sslrootcert=%2Fhunter2.pem', 'names a file in sslrootcert that cannot be read'],
  ['?hunter2@db.example.com/cfs', 'has an unknown parameter'],
])('%s is refused with a message that omits its value', (query, message) => {
  const read = () => connectionSettingsOf(`postgres://db.example.com/cfs${query}`);
  expect(read).toThrow(message);
  expect(read).not.toThrow('hunter2');
});

test('sslrootcert is refused if the file holds no certificate', async () => {
  const file = encodeURIComponent(await written('hunter2'));
  const read = () => connectionSettingsOf(`postgres://db.example.com/cfs?sslmode=verify-full&sslrootcert=${file}`);
  expect(read).toThrow('names a file in sslrootcert that contains no PEM certificate');
});

test.each(['postgres://cfs_owner:hunter2%@db.example.com/cfs', 'postgres://owner@db.example.com/hunter2%zz'])(
  '%s is refused because of its percent sign',
  (address) => {
    expect(() => connectionSettingsOf(address)).toThrow('has a % that does not begin a percent-encoded character');
  },
);
