import type { Tenant } from '@cfs/contracts/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.database.asOwner(`delete from cfs.tenants where tenant_id <> $1`, [systemTenantId]);
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());

const administrator = () => server.as('Administrator', 'all');

// These tests depend on their order: they follow an installation from its start.
describe('an installation without any tenant', () => {
  test('returns no tenant to users with a grant in all tenants', async () => {
    for (const role of ['Administrator', 'Viewer'] as const) {
      const answer = await server.as(role, 'all').get('/v1/currentUser');
      expect(answer).toMatchObject({ status: 200, body: { tenantId: null, subscriptionId: null } });
    }
  });

  test('returns their permissions in all tenants', async () => {
    expect((await administrator().get('/v1/permissions')).body).toContain('Portal.CFS.Tenants:create');
    expect((await server.as('Viewer', 'all').get('/v1/permissions')).body).not.toContain('Portal.CFS.Tenants:create');
  });

  test('refuses users without a grant, and the System tenant to every user', async () => {
    expect((await server.stranger.get('/v1/currentUser')).status).toBe(403);
    const headers = { 'x-tenant-id': systemTenantId };
    expect((await administrator().get('/v1/permissions', headers)).status).toBe(403);
    expect((await administrator().send('PUT', '/v1/tenants', { headers, body: { name: 'Mine' } })).status).toBe(403);
  });

  test('refuses to create rows that belong to a tenant', async () => {
    const token = { name: 'Mine', lifetimeYears: 1 };
    expect((await administrator().put('/v1/tokens', token)).status).toBe(404);
    expect((await administrator().put('/v1/subscriptions', { name: 'Mine' })).status).toBe(404);
  });

  test('lets only an administrator of all tenants create the first tenant', async () => {
    expect((await server.as('Viewer', 'all').put('/v1/tenants', { name: 'Mine' })).status).toBe(403);
    const { status, body } = await administrator().put('/v1/tenants', { name: 'First' });
    expect(status).toBe(201);
    const { tenantId } = body as Tenant;
    expect((await administrator().get('/v1/currentUser')).body).toMatchObject({ tenantId });
    expect((await server.as('Viewer', 'all').get('/v1/currentUser')).body).toMatchObject({ tenantId });
  });

  test('keeps its last tenant accessible while it is disabled, so that it can be enabled again', async () => {
    const { tenantId } = (await administrator().get('/v1/currentUser')).body as { tenantId: string };
    const toggle = `/v1/tenants/toggledisabled/${tenantId}`;
    expect((await administrator().post(toggle)).body).toMatchObject({ enabled: false });
    expect((await administrator().get('/v1/currentUser')).body).toMatchObject({ tenantId });
    const headers = { 'x-tenant-id': tenantId };
    expect((await administrator().get('/v1/permissions', headers)).body).toContain('Portal.CFS.Tenants:edit');
    expect((await administrator().send('POST', toggle, { headers })).body).toMatchObject({ enabled: true });
  });
});
