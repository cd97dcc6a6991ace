import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const key = Buffer.alloc(32, 5);
const production = {
  NODE_ENV: 'production',
  OIDC_AUTHORITY: 'https://login.example.com',
  DATABASE_URL: 'postgres://owner@db.example.com/cfs',
  MASTER_KEY: key.toString('base64'),
};

describe('the configuration', () => {
  it('needs nothing for a first run on this machine', () => {
    const configuration = readConfiguration({ PATH: '/usr/bin', OIDC_AUTHORITY: '' });
    expect(configuration).toMatchObject({
      production: false,
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      authority: undefined,
      roles: ['web', 'worker'],
      environmentName: 'CFS Portal',
      productName: 'CFS',
    });
    expect(isAbsolute(configuration.dataDirectory)).toBe(true);
  });

  it('listens everywhere once a provider is configured', () => {
    expect(readConfiguration({ OIDC_AUTHORITY: 'https://login.example.com' }).host).toBe('0.0.0.0');
  });

  it.each([
    [{ PORT: 'x' }, 'PORT must be a number'],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ ROLES: 'web,cook' }, 'ROLES must be web, worker or both'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must look like postgres://user:password@host:5432/name'],
    [{ ENVIRONMENT_COLOR: 'red' }, 'ENVIRONMENT_COLOR must be a colour like #1976d2'],
    [{ LICENSE_EXPIRATION: 'soon' }, 'LICENSE_EXPIRATION must be a date like 2030-12-31'],
    [{ OIDC_ACCESS_TOKEN_TYPE: 'jwt' }, 'OIDC_ACCESS_TOKEN_TYPE must be at+jwt or any'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ ADMINISTRATORS: 'ada@example.com,bob' }, 'ADMINISTRATORS must be mail addresses'],
    [{ CLAIMS_MAP: '[{"claim":"x"}]' }, 'CLAIMS_MAP must be JSON like'],
    [{ MASTER_KEY: 'abc' }, 'MASTER_KEY must hold 32 bytes'],
    [{ AUDIT_SINK: 'http://audit.example.com' }, 'AUDIT_SINK must look like file:///'],
    [{ AUDIT_SINK: 'file://elsewhere/heads' }, 'AUDIT_SINK must look like file:///'],
    [{ MASTER_KEY_FILE: '/nowhere/key' }, 'MASTER_KEY_FILE) cannot be read'],
    [{ MASTER_KEY: 'a', MASTER_KEY_FILE: 'b' }, 'keep one of them'],
  ])('refuses %o in one line that names it', (environment, message) => {
    const reading = () => readConfiguration(environment);
    expect(reading).toThrow(message);
    expect(reading).toThrow(/^[^\n]+$/);
  });

  it('names every fault at once', () => {
    expect(() => readConfiguration({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .*; LOG_LEVEL /);
  });

  it.each(['OIDC_AUTHORITY', 'DATABASE_URL', 'MASTER_KEY'])('starts no production without %s', (name) => {
    expect(readConfiguration(production).production).toBe(true);
    expect(() => readConfiguration({ ...production, [name]: undefined })).toThrow(`${name}`);
  });

  it.each([
    'http://login.example.com',
    'http://10.0.0.7:8080',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('starts no production with the provider %s, whose answers anybody on the way can change', (authority) => {
    expect(() => readConfiguration({ ...production, OIDC_AUTHORITY: authority })).toThrow(
      /^OIDC_AUTHORITY must begin with https:/,
    );
    expect(readConfiguration({ ...production, NODE_ENV: '', OIDC_AUTHORITY: authority }).authority).toBe(authority);
  });

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'https://login.example.com'])(
    'starts production with the provider %s',
    (authority) => {
      expect(readConfiguration({ ...production, OIDC_AUTHORITY: authority }).authority).toBe(authority);
    },
  );

  it('takes a master key in either form and from a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'cfs-configuration-'));
    const file = join(directory, 'key');
    await writeFile(file, `${key.toString('hex')}\n`);
    expect(readConfiguration({ MASTER_KEY_FILE: file }).masterKey).toEqual(key);
    expect(readConfiguration({ MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key);
    expect(readConfiguration({ MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key);
    await rm(directory, { recursive: true });
  });

  it('reads the features without regard to case', () => {
    expect([...readConfiguration({ FEATURES: ' I3ERequestForm, Other,' }).features]).toEqual([
      'i3erequestform',
      'other',
    ]);
  });
});
