import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { accessArea } from '../access-area.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea] });
});
afterAll(() => server.close());

describe('the current user', () => {
  it('is returned with the tenant of the request', async () => {
    const person = await server.person('Operator');
    const answer = await server.as('Operator').get('/v1/currentUser');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      name: person.name,
      userName: person.mail,
      tenantId: server.tenants.own,
      subscriptionId: null,
    });
  });

  it('has the permissions of the role with their prefix', async () => {
    const answer = await server.as('Requester').get('/api/v1/permissions');
    expect(answer.body).toEqual([
      'Portal.CFS.CurrentUser:view',
      'Portal.CFS.Home:view',
      'Portal.CFS.WorkUnits:view:mine',
    ]);
  });

  it('has in all tenants only the permissions of roles in all tenants, not of a role in one', async () => {
    const url = '/v1/permissions?inAllTenants=true';
    expect((await server.as('Administrator').get(url)).body).toEqual([]);
    expect((await server.as('Requester', 'all').get(url)).body).toEqual([
      'Portal.CFS.CurrentUser:view',
      'Portal.CFS.Home:view',
      'Portal.CFS.WorkUnits:view:mine',
    ]);
    expect((await server.as('Requester').get('/v1/permissions?inAllTenants=perhaps')).status).toBe(400);
  });

  it('may create tenants only as an administrator of all tenants', async () => {
    const offered = async (client: TestClient): Promise<boolean> =>
      ((await client.get('/v1/permissions')).body as string[]).includes('Portal.CFS.Tenants:create');
    expect(await offered(server.as('Administrator'))).toBe(false);
    expect(await offered(server.as('Administrator', 'all'))).toBe(true);
  });

  it('is refused without any grant, and without signing in', async () => {
    expect((await server.stranger.get('/v1/permissions')).status).toBe(403);
    expect((await server.anonymous.get('/v1/permissions')).status).toBe(401);
  });

  it('has no photo if the provider gives none', async () => {
    const answer = await server.as('Viewer').get('/api/auth/currentUserPhoto');
    expect(answer.status).toBe(204);
  });
});

describe('the chosen tenant and subscription', () => {
  it('apply to later requests that name no tenant', async () => {
    const everywhere = server.as('Administrator', 'all');
    expect((await everywhere.get('/v1/currentUser')).body).toMatchObject({ tenantId: server.tenants.foreign });
    const chosen = await everywhere.post(`/v1/tenantSubscriptionContext/${server.tenants.own}`, {
      tenant: server.tenants.own,
      subscriptionId: null,
    });
    expect(chosen.status).toBe(200);
    expect((await everywhere.get('/v1/currentUser')).body).toMatchObject({ tenantId: server.tenants.own });
  });

  it.each([
    ['a tenant without a grant', () => server.tenants.foreign],
    ['a tenant that does not exist', () => '6f9619ff-8b86-4011-b42d-00c04fc964ff'],
  ])('are refused with the same 403 for %s', async (_, tenant) => {
    const answer = await server.as('Operator').post(`/v1/tenantSubscriptionContext/${tenant()}`, {});
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ detail: 'You do not have access to one or more requested resources' });
  });

  it('are refused if path and body name different tenants, or for an unknown subscription', async () => {
    const client = server.as('Operator');
    const path = `/v1/tenantSubscriptionContext/${server.tenants.own}`;
    expect((await client.post(path, { tenant: server.tenants.foreign })).body).toMatchObject({
      errors: { Tenant: ['The tenant of the body differs from that of the address.'] },
    });
    const answer = await client.post(path, { subscriptionId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' });
    expect(answer.body).toMatchObject({
      status: 400,
      errors: { SubscriptionId: ['The tenant has no such subscription.'] },
    });
  });
});
