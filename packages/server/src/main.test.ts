import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TLSSocket } from 'node:tls';
import { createTenantToken } from './platform/access/tenant-tokens.ts';
import { anyPort, createServerProcesses, ready, type ServerProcess } from './testing/server-process.ts';
import { testCertificate } from './testing/test-certificate.ts';
import { addTestTenant } from './testing/test-people.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let directory: string;
let database: TestDatabase;
let processes: ReturnType<typeof createServerProcesses>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs main '));
  database = await createTestDatabase();
  processes = createServerProcesses(database, directory);
});
afterEach(() => processes.kill());
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const start = (environment: Readonly<Record<string, string>> = {}): ServerProcess => processes.start(environment);

/** A proxy to the database that a test can cut: connections break, and new ones are refused, until it is restored. */
const openLine = async (socket: string) => {
  const held = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(socket);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      held.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => held.delete(one));
    }
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    for (const each of held) each.destroy();
  };
  onTestFinished(cut);
  return { port, cut, mend: () => listen(port) };
};

/**
 * A proxy to the database that accepts only TLS, with the test certificate; TLS begins after the client's `SSLRequest`.
 */
const openTlsLine = async (socket: string): Promise<number> => {
  const server = createServer((incoming) => {
    incoming.once('data', () => {
      incoming.write('S');
      const secured = new TLSSocket(incoming, { isServer: true, ...testCertificate });
      const outgoing = connect(socket);
      secured.pipe(outgoing).pipe(secured);
      secured.on('error', () => outgoing.destroy());
      outgoing.on('error', () => secured.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

describe('the server process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves once ready, and exits cleanly on %s', async (signal) => {
    const run = start({ PORT: await anyPort() });
    const origin = await ready(run);
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready' });
    run.process.kill(signal);
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe(`Ready: ${origin}\n`);
  });

  it('warns of links to localhost and of an installation without an administrator', async () => {
    const warnings = [
      /PUBLIC_ORIGIN is not set; links in mails lead to http:\/\/localhost:\d+/,
      /nobody administers all tenants through this identity provider/,
    ];
    const run = start({ PORT: await anyPort(), LOG_LEVEL: 'warn' });
    await ready(run);
    for (const warning of warnings) expect(run.output()).toMatch(warning);
    const complete = start({
      PORT: await anyPort(),
      LOG_LEVEL: 'warn',
      PUBLIC_ORIGIN: 'https://portal.example.com',
      ADMINISTRATORS: 'ada@example.com',
    });
    expect(await ready(complete)).toBe('https://portal.example.com');
    for (const warning of warnings) expect(complete.output()).not.toMatch(warning);
  });

  it('serves without its identity provider, and warns of it', async () => {
    const provider = `http://127.0.0.1:${await anyPort()}`;
    const run = start({ PORT: await anyPort(), LOG_LEVEL: 'warn', OIDC_AUTHORITY: provider });
    const origin = await ready(run);
    await vi.waitFor(() => expect(run.output()).toMatch(/the identity provider of OIDC_AUTHORITY cannot be used, /));
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });

  it('serves without writable directories, and warns of them', async () => {
    const run = start({
      PORT: await anyPort(),
      LOG_LEVEL: 'warn',
      DATA_DIR: '/dev/null/data',
      CONTENT_STORE: 'file:///dev/null/content',
    });
    await ready(run);
    expect(run.output()).toContain('the content store /dev/null/content cannot be written (ENOTDIR)');
    expect(run.output()).toContain('DATA_DIR /dev/null/data cannot be written (ENOTDIR)');
  });

  it('reports in one line that its port is in use', async () => {
    const port = await anyPort();
    const occupant = createServer().listen(Number(port), '127.0.0.1');
    await once(occupant, 'listening');
    const run = start({ PORT: port });
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(`Port ${port} is already in use. Stop the other program, or set PORT to a free one.\n`);
    occupant.close();
  });

  it.each([
    ['METRICS_PORT', {}],
    ['MAIL_IN_PORT', { MAIL_IN_DOMAIN: 'help.example.com', MAIL_IN_AUTHSERV_ID: 'mx.example.com' }],
  ])('reports in one line that the port of %s is in use', async (name, others) => {
    const port = await anyPort();
    const occupant = createServer().listen(Number(port), '127.0.0.1');
    await once(occupant, 'listening');
    onTestFinished(() => void occupant.close());
    const run = start({ PORT: await anyPort(), [name]: port, ...others });
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(
      `Port ${port} is already in use. Stop the other program, or set ${name} to a free one.\n`,
    );
  });

  it.each([
    [{ PORT: 'eighty' }, 'The configuration cannot be used: PORT must be a number.\n'],
    [
      { DATABASE_URL: 'postgres://nobody:a%b@localhost/none?sslmode=verify-full' },
      'The configuration cannot be used: DATABASE_URL has a % that does not begin a percent-encoded character; write % itself as %25.\n',
    ],
    [{ HOST: 'portal.invalid' }, 'The name in HOST cannot be resolved. Set it to an address of this machine.\n'],
    [
      { TRUSTED_PROXIES: 'proxy.example.com' },
      'The configuration cannot be used: TRUSTED_PROXIES must be comma-separated addresses and ranges, like 127.0.0.1,10.1.2.0/24.\n',
    ],
    [{ OIDC_AUTHORITY: '' }, /^OIDC_AUTHORITY is not set: [^\n]+\n$/],
    [{ DATABASE_URL: 'postgres://nobody@localhost:1/none' }, 'The database of DATABASE_URL cannot be reached.\n'],
  ])('reports in one line what is wrong with %o', async (environment, line) => {
    const run = start({ PORT: await anyPort(), ...environment });
    expect(await run.ended).toBe(1);
    if (typeof line === 'string') expect(run.output()).toBe(line);
    else expect(run.output()).toMatch(line);
  });

  it('verifies the certificate of its database by the authorities of sslrootcert', async () => {
    const { host, port, user, password, database: name } = database.owner;
    const line = await openTlsLine(join(host, `.s.PGSQL.${port}`));
    const file = join(directory, 'ca.pem');
    await writeFile(file, testCertificate.cert);
    const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${line}/${name}?sslmode=verify-full`;
    const run = start({
      PORT: await anyPort(),
      DATABASE_URL: `${DATABASE_URL}&sslrootcert=${encodeURIComponent(file)}`,
    });
    const origin = await ready(run);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const other = start({ PORT: await anyPort(), DATABASE_URL });
    expect(await other.ended).toBe(1);
    expect(other.output()).toMatch(
      /^The certificate of the database of DATABASE_URL cannot be verified \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. [^\n]+\n$/,
    );
  });

  it('reports in one line that its database does not accept TLS', async () => {
    const { host, port, user, database: name } = database.owner;
    const line = await openLine(join(host, `.s.PGSQL.${port}`));
    const run = start({
      PORT: await anyPort(),
      DATABASE_URL: `postgres://${user}@127.0.0.1:${line.port}/${name}?sslmode=require`,
    });
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(
      'The database of DATABASE_URL accepts no TLS connections, but its sslmode requires them.\n',
    );
  });

  it('survives the loss of its database, and accepts packets again once it is back', async () => {
    const { host, port, user, password, database: name } = database.owner;
    const line = await openLine(join(host, `.s.PGSQL.${port}`));
    const run = start({
      PORT: await anyPort(),
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${line.port}/${name}`,
      LOG_LEVEL: 'fatal',
    });
    const origin = await ready(run);
    const { token, hash, prefix } = createTenantToken();
    const tenantId = await addTestTenant(database, 'Contoso', new Date());
    await database.asOwner(
      `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash,
         created, created_by, modified)
       values ($1, $2, 'Test', 0, '{packets}', $3, $4, now(), 'test', now())`,
      [tenantId, randomUUID(), prefix, hash],
    );
    const entityId = randomUUID();
    const send = async (): Promise<Response> => {
      const body = JSON.stringify({ entityId, timestamp: new Date().toISOString(), message: { Value: 1 } });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return fetch(`${origin}/v1/packets`, { method: 'POST', headers, body });
    };
    await expect.poll(async () => (await send()).status).toBe(202);

    line.cut();
    const refused = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const answer of refused) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);

    await line.mend();
    await expect.poll(async () => (await send()).status).toBe(202);
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(run.output()).toBe(`Ready: ${origin}\n`);
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('refuses a database of a newer version', async () => {
    const name = `9999-${randomUUID()}.sql`;
    await database.asOwner(`insert into migration.applied values ($1, 'x', now())`, [name]);
    const run = start({ PORT: await anyPort() });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^The database belongs to a newer version of the server [^\n]+\n$/);
    await database.asOwner('delete from migration.applied where name = $1', [name]);
  });

  it('refuses a database from before version 0.2.0 and explains what to do', async () => {
    const name = '0001-foundation.sql';
    await database.asOwner(`insert into migration.applied values ($1, 'x', now())`, [name]);
    const run = start({ PORT: await anyPort() });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^The database was created by a version before 0\.2\.0, [^\n]+DATABASE_URL[^\n]+\n$/);
    await database.asOwner('delete from migration.applied where name = $1', [name]);
  });

  it('works without serving if its only role is worker', async () => {
    const run = start({ ROLES: 'worker' });
    await once(run.process.stdout ?? run.process, 'data');
    expect(run.output()).toBe('Ready: processing work only\n');
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });
});
