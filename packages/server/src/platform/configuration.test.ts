import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { settingNames, settings, type Setting } from './settings/settings.ts';

const key = Buffer.alloc(32, 5);
const production = {
  NODE_ENV: 'production',
  OIDC_AUTHORITY: 'https://login.example.com',
  DATABASE_URL: 'postgres://owner@db.example.com/cfs',
  MASTER_KEY: key.toString('base64'),
};

describe('the configuration', () => {
  it('has defaults for a first run on a single machine', () => {
    const configuration = readConfiguration({ PATH: '/usr/bin', OIDC_AUTHORITY: '' });
    expect(configuration).toMatchObject({
      production: false,
      port: 8080,
      host: '127.0.0.1',
      database: undefined,
      readReplica: undefined,
      authority: undefined,
      roles: ['web', 'worker'],
      environmentName: 'CFS Portal',
      productName: 'CFS',
    });
    expect(isAbsolute(configuration.dataDirectory)).toBe(true);
  });

  it('listens on all interfaces if a provider is configured', () => {
    expect(readConfiguration({ OIDC_AUTHORITY: 'https://login.example.com' }).host).toBe('0.0.0.0');
  });

  it.each([
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be production, development or test, or not set'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, or not set'],
    [{ NODE_ENV: 'production ' }, 'NODE_ENV must be production, development or test, or not set'],
    [{ PORT: 'x' }, 'PORT must be a number'],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ ROLES: 'web,cook' }, 'ROLES must be web, worker or both'],
    [{ WEB_CONCURRENCY: 'auto' }, 'WEB_CONCURRENCY must be a number'],
    [{ WEB_CONCURRENCY: '65' }, 'WEB_CONCURRENCY must be at most 64'],
    [
      { WEB_CONCURRENCY: '2' },
      'WEB_CONCURRENCY is more than 1, which needs DATABASE_URL, OIDC_AUTHORITY and MASTER_KEY',
    ],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must look like postgres://user:password@host:5432/name'],
    [{ DATABASE_URL: 'postgres://owner@db.example.com' }, 'DATABASE_URL must look like postgres://user:password@host'],
    [{ DATABASE_URL: 'postgres://owner:a%b@db.example.com/cfs' }, 'DATABASE_URL has a % that does not begin'],
    [{ DATABASE_URL: 'postgres://db.example.com/cfs?sslmode=verify_full' }, 'DATABASE_URL has an unknown sslmode'],
    [{ DATABASE_READ_URL: 'postgres://db.example.com/cfs?ssl=on' }, 'DATABASE_READ_URL has an unknown parameter'],
    [
      { DATABASE_URL: 'postgres://db.example.com/cfs?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' },
      'DATABASE_URL names a file in sslrootcert that cannot be read',
    ],
    [{ ENVIRONMENT_COLOR: 'red' }, 'ENVIRONMENT_COLOR must be a colour like #1976d2'],
    [{ LICENSE_EXPIRATION: 'soon' }, 'LICENSE_EXPIRATION must be a date like 2030-12-31'],
    [{ OIDC_SCOPE: 'profile email' }, 'OIDC_SCOPE must be space-separated scopes'],
    [{ OIDC_ACCESS_TOKEN_TYPE: 'jwt' }, 'OIDC_ACCESS_TOKEN_TYPE must be at+jwt or any'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ ADMINISTRATORS: 'ada@example.com,bob' }, 'ADMINISTRATORS must be comma-separated mail addresses'],
    [{ CLAIMS_MAP: '[{"claim":"x"}]' }, 'CLAIMS_MAP must be JSON like'],
    [{ MAIL_IN_PORT: '2525' }, 'MAIL_IN_DOMAIN is not set'],
    [{ MAIL_IN_PORT: '2525', MAIL_IN_DOMAIN: 'help.example.com' }, 'MAIL_IN_AUTHSERV_ID is not set'],
    [{ MASTER_KEY: 'abc' }, 'MASTER_KEY must contain 32 bytes'],
    [{ AUDIT_SINK: 'http://audit.example.com' }, 'AUDIT_SINK must look like file:///'],
    [{ AUDIT_SINK: 'file://elsewhere/heads' }, 'AUDIT_SINK must look like file:///'],
    [{ MASTER_KEY_FILE: '/nowhere/key' }, 'MASTER_KEY_FILE) cannot be read: ENOENT.'],
    [{ MASTER_KEY: 'a', MASTER_KEY_FILE: 'b' }, 'keep one of them'],
    [{ FEATURES: 'Outbox,I3ERequestFrom' }, 'FEATURES names an unknown feature, number 2 of its list: did you mean'],
    [{ FEATURES: 'qqqqqqqq' }, 'features are I3ERequestForm, Outbox'],
    [{ FEATURES: 'I3ERequestForm' }, 'ACCESS_REQUEST_TENANT is not set'],
    [
      { ACTION_ALLOWED_ADDRESSES: '10.1.2.0/33' },
      'ACTION_ALLOWED_ADDRESSES must be comma-separated hosts, addresses and ranges',
    ],
    [{ ACTION_ALLOWED_ADDRESSES: 'http://hooks.internal' }, 'ACTION_ALLOWED_ADDRESSES must be comma-separated hosts'],
    [{ ACTION_ALLOWED_ADDRESSES: '10.1.2' }, 'ACTION_ALLOWED_ADDRESSES must be comma-separated hosts'],
    [{ PACKET_RETENTION_DAYS: '3' }, 'PACKET_RETENTION_DAYS must be at least 7'],
    [{ PUBLIC_ORIGIN: 'portal.example.com' }, 'PUBLIC_ORIGIN must look like https://'],
    [{ PUBLIC_ORIGIN: 'https://portal.example.com/cfs' }, 'PUBLIC_ORIGIN must be an origin like https://'],
    [{ PUBLIC_ORIGIN: 'https://portal.example.com?a=b' }, 'PUBLIC_ORIGIN must be an origin like https://'],
    [{ PUBLIC_ORIGIN: 'https://portal.example.com/#top' }, 'PUBLIC_ORIGIN must be an origin like https://'],
    [{ PUBLIC_ORIGIN: 'https://ada:hunter2@portal.example.com' }, 'PUBLIC_ORIGIN must be an origin like https://'],
    [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES must be comma-separated addresses and ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be comma-separated addresses and ranges'],
    [{ AGENT_DOWNLOAD_URL: 'agent.zip' }, 'AGENT_DOWNLOAD_URL must look like https://'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must look like smtp://'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ CONFIG_FILE: '/nowhere/settings' }, 'The settings at /nowhere/settings (CONFIG_FILE) cannot be read: ENOENT.'],
    [{ LICENCE_EXPIRATION: '2031-01-01' }, 'LICENCE_EXPIRATION is not a setting, did you mean LICENSE_EXPIRATION?'],
    [{ OIDC_AUTHORTIY: 'https://x' }, 'OIDC_AUTHORTIY is not a setting, did you mean OIDC_AUTHORITY?'],
    [{ SMTP_HOST: 'mail' }, 'SMTP_HOST is not a setting'],
  ])('rejects %o with one line that names the setting', (environment, message) => {
    const reading = () => readConfiguration(environment);
    expect(reading).toThrow(message);
    expect(reading).toThrow(/^[^\n]+$/);
  });

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('logs at the level %s', (level) => {
    expect(readConfiguration({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  it.each([
    ['PORT', 0, 65_535],
    ['SESSION_LIFETIME', 60, 2_592_000],
    ['BODY_LIMIT', 1_024, 1_073_741_824],
    ['CALL_RATE_LIMIT', 1, 1_000_000_000],
    ['CALL_ME_RATE_LIMIT', 1, 10_000],
    ['REQUEST_RATE_LIMIT', 1, 10_000],
    ['ATTACHMENT_RATE_LIMIT', 100, 10_000],
    ['ENTITY_LIMIT', 1_000, 5_000_000],
    ['ACCESS_REQUEST_RATE_LIMIT', 1, 10_000],
    ['MAIL_RATE_LIMIT', 1, 10_000],
    ['SIGN_IN_RATE_LIMIT', 1, 1_000_000],
  ])('accepts %s from %i to %i', (name, min, max) => {
    for (const value of [min, max]) expect(() => readConfiguration({ [name]: String(value) })).not.toThrow();
    expect(() => readConfiguration({ [name]: String(min - 1) })).toThrow(`${name} must be at least ${min}`);
    expect(() => readConfiguration({ [name]: String(max + 1) })).toThrow(`${name} must be at most ${max}`);
    expect(() => readConfiguration({ [name]: `${min + 1}.5` })).toThrow(`${name} must be a whole number`);
  });

  it.each(['HTTPS://Portal.Example.com', 'https://portal.example.com/', 'https://portal.example.com:443'])(
    'normalises the public origin %s as browsers do',
    (PUBLIC_ORIGIN) => {
      expect(readConfiguration({ PUBLIC_ORIGIN }).publicOrigin).toBe('https://portal.example.com');
    },
  );

  it('skips empty items of lists', () => {
    expect(readConfiguration({ ROLES: 'web, ,worker,' }).roles).toEqual(['web', 'worker']);
  });

  it.each(['development', 'test', ''])('is not for production with NODE_ENV=%s', (NODE_ENV) => {
    expect(readConfiguration({ NODE_ENV }).production).toBe(false);
  });

  it('reports every fault at once', () => {
    expect(() => readConfiguration({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .*; LOG_LEVEL /);
  });

  it('accepts only an id for the tenant of access requests in production', () => {
    const environment = (ACCESS_REQUEST_TENANT: string) => ({ ...production, ACCESS_REQUEST_TENANT });
    const id = '0b2f9a52-6f0e-4c0f-9c6d-2f1f0a6d7e11';
    expect(readConfiguration(environment(id)).accessRequestTenant).toBe(id);
    expect(() => readConfiguration(environment('Contoso'))).toThrow('ACCESS_REQUEST_TENANT must be the id of a tenant');
  });

  it.each(['OIDC_AUTHORITY', 'DATABASE_URL', 'MASTER_KEY'])('requires %s in production', (name) => {
    expect(readConfiguration(production).production).toBe(true);
    expect(() => readConfiguration({ ...production, [name]: undefined })).toThrow(`${name}`);
  });

  it.each([
    'http://login.example.com',
    'http://10.0.0.7:8080',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('rejects the provider %s in production, because its responses can be changed on the network', (authority) => {
    expect(() => readConfiguration({ ...production, OIDC_AUTHORITY: authority })).toThrow(
      /^OIDC_AUTHORITY must begin with https:/,
    );
    expect(readConfiguration({ ...production, NODE_ENV: '', OIDC_AUTHORITY: authority }).authority).toBe(authority);
  });

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'https://login.example.com'])(
    'accepts the provider %s in production',
    (authority) => {
      expect(readConfiguration({ ...production, OIDC_AUTHORITY: authority }).authority).toBe(authority);
    },
  );

  it('accepts a master key in either encoding and from a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'cfs-configuration-'));
    const file = join(directory, 'key');
    await writeFile(file, `${key.toString('hex')}\n`);
    expect(readConfiguration({ MASTER_KEY_FILE: file }).masterKey).toEqual(key);
    expect(readConfiguration({ MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key);
    expect(readConfiguration({ MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key);
    await rm(directory, { recursive: true });
  });

  it('reads features case-insensitively', () => {
    const environment = { FEATURES: ' i3erequestFORM, Outbox,', ACCESS_REQUEST_TENANT: 'Contoso' };
    expect([...readConfiguration(environment).features]).toEqual(['I3ERequestForm', 'Outbox']);
  });

  it('ignores the variables of other programs', () => {
    const others = {
      HOSTNAME: 'web-1',
      SMTP_SERVICE_HOST: '10.0.0.1',
      SMTP_PORT_25_TCP_ADDR: '10.0.0.1',
      SMTP_PORT: 'tcp://10.0.0.1:25',
      TEST_DATABASE_URL: 'postgres://x/y',
      DATABASE: 'x',
      ROLE: 'builder',
    };
    expect(readConfiguration(others).port).toBe(8080);
  });

  it('trusts only the listed proxies', () => {
    const { trustedProxies } = readConfiguration({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.1.2.0/24' });
    const addresses = ['127.0.0.1', '::1', '::ffff:10.1.2.7', '10.1.3.1', ''];
    expect(addresses.map((address) => trustedProxies?.has(address))).toEqual([true, true, true, false, false]);
    expect(readConfiguration({}).trustedProxies).toBeUndefined();
  });

  it('allows only the listed addresses, ranges and hosts', () => {
    const { actionAllowedAddresses: allowed } = readConfiguration({
      ACTION_ALLOWED_ADDRESSES: '10.1.2.0/24, 192.168.7.7,[fd00::1], fd12::/16, Hooks.Internal.',
    });
    expect(['10.1.2.255', '192.168.7.7', 'fd00::1', 'fd12:3::4'].map(allowed.hasAddress)).toEqual(Array(4).fill(true));
    expect(['10.1.3.0', '192.168.7.8', 'fd00::2', '::ffff:10.1.2.1', ''].map(allowed.hasAddress)).toEqual(
      Array(5).fill(false),
    );
    expect(['hooks.internal', 'HOOKS.internal', 'x.hooks.internal', '10.1.2.1'].map(allowed.hasHost)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(settingNames.filter((name) => (settings[name] as Setting).isSecret))(
    'never prints the value of %s',
    (name) => {
      const secret = 'hunter2';
      for (const text of [secret, `${secret} ${secret}`, `ftp://user:${secret}@host`]) {
        const read = () => readConfiguration({ [name]: text, PORT: 'x' });
        expect(read).toThrow('PORT must be a number');
        expect(read).not.toThrow(secret);
        expect(() => readConfiguration({ [name]: text })).not.toThrow(secret);
      }
    },
  );
});

describe('the settings file', () => {
  const written = async (text: string): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), 'cfs-settings-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'settings');
    await writeFile(file, text);
    return file;
  };

  it('provides settings that the environment does not set', async () => {
    const CONFIG_FILE = await written(
      [
        '\uFEFF# Staging',
        'ENVIRONMENT_NAME = "Staging # 2"',
        "ENVIRONMENT_COLOR='#ff8800'",
        '',
        'PORT=9000\r',
        'SMTP_URL=smtp://u:p=w@mail:25?from=a@b.c',
      ].join('\n'),
    );
    expect(readConfiguration({ CONFIG_FILE, PORT: '9001', ENVIRONMENT_COLOR: '' })).toMatchObject({
      environmentName: 'Staging # 2',
      environmentColor: '#ff8800',
      port: 9001,
      smtpUrl: 'smtp://u:p=w@mail:25?from=a@b.c',
    });
  });

  it('is overridden by either form of the master key in the environment', async () => {
    const CONFIG_FILE = await written('MASTER_KEY_FILE=/nowhere/key');
    expect(readConfiguration({ CONFIG_FILE, MASTER_KEY: key.toString('hex') }).masterKey).toEqual(key);
    expect(() => readConfiguration({ CONFIG_FILE })).toThrow('/nowhere/key');
  });

  it.each([
    ['LICENCE_EXPIRATION=2031-01-01', 'line 1: LICENCE_EXPIRATION is not a setting; did you mean LICENSE_EXPIRATION?'],
    ['PORT=1\n\nXYZZY_PLUGH=hunter2', 'line 3: XYZZY_PLUGH is not a setting; docs/operating.md lists all settings'],
    ['PORT=1\nPORT=2', 'line 2: PORT is set twice'],
    ['hunter2', 'line 1 is not NAME=value'],
    ['port=9000', 'line 1: port is not a setting; did you mean PORT?'],
    ['NODE_ENV=production', 'line 1: NODE_ENV is read only from the environment'],
    ['CONFIG_FILE=/etc/other', 'line 1: CONFIG_FILE is read only from the environment'],
    ['PORT=ten', 'PORT must be a number'],
  ])('is rejected for %j with one line that names the setting', async (text, message) => {
    const CONFIG_FILE = await written(text);
    const read = () => readConfiguration({ CONFIG_FILE });
    expect(read).toThrow(message);
    expect(read).toThrow(/^[^\n]+$/);
    expect(read).not.toThrow('hunter2');
  });
});
