import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { environmentArea } from './environment-area.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    areas: [environmentArea],
    environment: {
      FEATURES: 'i3erequestform,private-action-addresses',
      ACCESS_REQUEST_TENANT: 'Own',
      OIDC_SCOPE: 'openid profile email api://portal/use',
      ENVIRONMENT_NAME: 'Staging',
      ENVIRONMENT_COLOR: '#ff8800',
      LICENSE_EXPIRATION: '2031-06-30',
      AGENT_DOWNLOAD_URL: 'https://downloads.example.com/agent',
    },
  });
});
afterAll(() => server.close());

describe('the environment', () => {
  it('returns the sign-in configuration and the environment without sign-in', async () => {
    expect((await server.anonymous.get('/api/generalLookup/oidcclientconfig')).body).toEqual({
      authority: server.identity.source.issuer,
      clientId: 'cfs-portal',
      lifetime: 28_800,
      scope: 'openid profile email api://portal/use',
    });
    expect((await server.anonymous.get('/api/generallookup/environment')).body).toMatchObject({
      environmentName: 'Staging',
      features: ['I3ERequestForm', 'Outbox'],
    });
    expect((await server.anonymous.get('/api/generallookup/environmentcolor')).body).toEqual({
      environmentColor: '#ff8800',
    });
  });

  it('returns the version and the license to signed-in users', async () => {
    expect((await server.as('Requester').get('/api/generalLookup/version')).body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await server.as('Requester').get('/api/generalLookup/license')).body).toEqual({
      licenseExpiration: '2031-06-30',
    });
    expect((await server.anonymous.get('/api/generalLookup/license')).status).toBe(401);
  });

  it('finds features by name, ignoring case', async () => {
    expect((await server.anonymous.get('/v1/features/i3erequestform/enabled')).body).toBe(true);
    expect((await server.anonymous.get('/v1/features/__proto__/enabled')).body).toBe(false);
  });

  it('lists time zones with their current offset', async () => {
    const { body } = await server.as('Viewer').get('/api/generalLookup/timezones');
    expect(body).toContainEqual({ id: 'UTC', name: '(UTC+00:00) UTC', offsetMinutes: 0 });
    expect(body).toContainEqual({ id: 'Europe/Berlin', name: '(UTC+01:00) Europe/Berlin', offsetMinutes: 60 });
    expect(body).toContainEqual({ id: 'America/St_Johns', name: '(UTC-03:30) America/St Johns', offsetMinutes: -210 });
  });
});

describe('the settings of a tenant', () => {
  it('are those of the tenant, or else the configured ones', async () => {
    const settings = () => server.as('Viewer').get(`/api/${server.tenants.own}/settings`);
    expect((await settings()).body).toEqual({
      agentDownloadUrl: 'https://downloads.example.com/agent',
      agentFiles: null,
    });
    await server.database.asOwner(
      `update cfs.tenants set agent_download_url = 'https://own.example.com' where tenant_id = $1`,
      [server.tenants.own],
    );
    server.clock.advance(1_001);
    expect((await settings()).body).toEqual({ agentDownloadUrl: 'https://own.example.com', agentFiles: null });
  });

  it("return 404 for a tenant outside the caller's scope", async () => {
    expect((await server.as('Viewer').get(`/api/${server.tenants.foreign}/settings`)).status).toBe(404);
  });
});

describe('the files of the agent', () => {
  const linux = 'cfs-agent-linux-x64';
  const sha256Of = (content: string): string => createHash('sha256').update(content).digest('hex');
  let holding: TestServer;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cfs-agent-files-'));
    await writeFile(join(directory, linux), 'first build');
    await writeFile(join(directory, 'private.txt'), 'secret');
    holding = await startTestServer({ areas: [environmentArea], environment: { AGENT_DIRECTORY: directory } });
  });
  afterAll(async () => {
    await holding.close();
    await rm(directory, { recursive: true });
  });
  const settings = () => holding.as('Viewer').get(`/api/${holding.tenants.own}/settings`);
  const download = (file: string, headers: Record<string, string> = {}) =>
    holding.anonymous.get(`/v1/agents/files/${file}`, headers);

  it("are the default download address, which the tenant's address overrides", async () => {
    expect((await settings()).body).toEqual({
      agentDownloadUrl: expect.stringMatching(/^http:\/\/[^/]+\/v1\/agents\/files\/$/),
      agentFiles: [{ file: linux, size: 11, sha256: sha256Of('first build') }],
    });
    const setAddress = async (address: string | null): Promise<void> => {
      const { database, tenants } = holding;
      await database.asOwner('update cfs.tenants set agent_download_url = $1 where tenant_id = $2', [
        address,
        tenants.own,
      ]);
      holding.clock.advance(1_001);
    };
    await setAddress('https://own.example.com/');
    expect((await settings()).body).toEqual({ agentDownloadUrl: 'https://own.example.com/', agentFiles: null });
    await setAddress(null);
  });

  it('are downloaded without sign-in, entirely or in ranges, with their checksums', async () => {
    const whole = await download(linux);
    expect([whole.status, whole.text]).toEqual([200, 'first build']);
    expect(whole.headers).toMatchObject({
      etag: `"${sha256Of('first build')}"`,
      'content-length': '11',
      'content-type': 'application/octet-stream',
    });
    const rest = await download(linux, { range: 'bytes=6-', 'if-range': String(whole.headers['etag']) });
    expect([rest.status, rest.text, rest.headers['content-range']]).toEqual([206, 'build', 'bytes 6-10/11']);
    expect((await download('SHA256SUMS')).text).toMatch(new RegExp(`^# .*\n${sha256Of('first build')}  ${linux}\n$`));
  });

  it('do not include other files of the machine', async () => {
    for (const name of [
      'private.txt',
      'cfs-agent-win-x64.exe',
      '..%2f..%2fpackage.json',
      '%2fetc%2fpasswd',
      '%00',
      '__proto__',
    ])
      expect((await download(name)).status, name).toBeOneOf([400, 404]);
  });

  it('are read again after they change in the directory', async () => {
    await writeFile(join(directory, 'next'), 'second build of it');
    await rename(join(directory, 'next'), join(directory, linux));
    const answer = await download(linux);
    expect([answer.text, answer.headers['etag']]).toEqual([
      'second build of it',
      `"${sha256Of('second build of it')}"`,
    ]);
    await rm(join(directory, linux));
    expect((await download(linux)).status).toBe(404);
    expect((await settings()).body).toEqual({ agentDownloadUrl: null, agentFiles: null });
  });
});
