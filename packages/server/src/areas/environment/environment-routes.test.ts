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
      ENVIRONMENT_NAME: 'Staging',
      ENVIRONMENT_COLOR: '#ff8800',
      LICENSE_EXPIRATION: '2031-06-30',
      AGENT_DOWNLOAD_URL: 'https://downloads.example.com/agent',
    },
  });
});
afterAll(() => server.close());

describe('the environment', () => {
  it('tells anybody how to sign in and where they are', async () => {
    expect((await server.anonymous.get('/api/generalLookup/oidcclientconfig')).body).toEqual({
      authority: server.identity.source.issuer,
      clientId: 'cfs-portal',
      lifetime: 28_800,
    });
    expect((await server.anonymous.get('/api/generallookup/environment')).body).toMatchObject({
      environmentName: 'Staging',
      features: ['I3ERequestForm', 'Outbox'],
    });
    expect((await server.anonymous.get('/api/generallookup/environmentcolor')).body).toEqual({
      environmentColor: '#ff8800',
    });
  });

  it('tells those signed in the version and the license', async () => {
    expect((await server.as('Requester').get('/api/generalLookup/version')).body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await server.as('Requester').get('/api/generalLookup/license')).body).toEqual({
      licenseExpiration: '2031-06-30',
    });
    expect((await server.anonymous.get('/api/generalLookup/license')).status).toBe(401);
  });

  it('knows features by name without regard to case', async () => {
    expect((await server.anonymous.get('/v1/features/i3erequestform/enabled')).body).toBe(true);
    expect((await server.anonymous.get('/v1/features/__proto__/enabled')).body).toBe(false);
  });

  it('lists time zones with their present offset', async () => {
    const { body } = await server.as('Viewer').get('/api/generalLookup/timezones');
    expect(body).toContainEqual({ id: 'UTC', name: '(UTC+00:00) UTC', offsetMinutes: 0 });
    expect(body).toContainEqual({ id: 'Europe/Berlin', name: '(UTC+01:00) Europe/Berlin', offsetMinutes: 60 });
    expect(body).toContainEqual({ id: 'America/St_Johns', name: '(UTC-03:30) America/St Johns', offsetMinutes: -210 });
  });
});

describe('the settings of a tenant', () => {
  it('are those of the tenant before the configured ones', async () => {
    const settings = () => server.as('Viewer').get(`/api/${server.tenants.own}/settings`);
    expect((await settings()).body).toEqual({ agentDownloadUrl: 'https://downloads.example.com/agent' });
    await server.database.asOwner(
      `update cfs.tenants set agent_download_url = 'https://own.example.com' where tenant_id = $1`,
      [server.tenants.own],
    );
    server.clock.advance(1_001);
    expect((await settings()).body).toEqual({ agentDownloadUrl: 'https://own.example.com' });
  });

  it('are not found for a tenant out of reach', async () => {
    expect((await server.as('Viewer').get(`/api/${server.tenants.foreign}/settings`)).status).toBe(404);
  });
});
