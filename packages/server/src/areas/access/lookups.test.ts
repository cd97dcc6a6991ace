import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { accessArea } from './access-area.ts';
import { accessMatrix } from './access-matrix.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof accessMatrix.seed>>;
let foreign: typeof own;
beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea] });
  own = await accessMatrix.seed(server.database, server.tenants.own);
  foreign = await accessMatrix.seed(server.database, server.tenants.foreign);
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());

describe('the pickers', () => {
  it('offer the tenants and subscriptions that a grant covers', async () => {
    expect((await server.as('Requester').get('/api/generallookup/tenants')).body).toEqual([
      { tenantId: server.tenants.own, name: 'Own' },
    ]);
    expect((await server.as('Requester').get('/api/generallookup/subscriptions')).body).toEqual([
      { subscriptionId: own['subscriptionId'], name: 'Main', tenantId: server.tenants.own },
    ]);
    expect((await server.as('Viewer', 'all').get('/api/generallookup/tenants')).body).toHaveLength(2);
  });

  it('offer only the tenants in which the given permission is held', async () => {
    const inOwn = `/api/generallookup/tenants?permission=WorkUnits:create`;
    expect((await server.as('Operator').get(inOwn)).body).toEqual([{ tenantId: server.tenants.own, name: 'Own' }]);
    expect((await server.as('Viewer').get(inOwn)).body).toEqual([]);
    expect((await server.as('Viewer').get('/api/generallookup/tenants?permission=Everything:do')).status).toBe(400);
  });

  it('leave out disabled tenants and their subscriptions', async () => {
    await server.database.asOwner('update cfs.tenants set enabled = false where tenant_id = $1', [
      server.tenants.foreign,
    ]);
    await server.services.snapshot.refresh();
    expect((await server.as('Viewer', 'all').get('/api/generallookup/tenants')).body).toHaveLength(1);
    expect((await server.as('Viewer', 'all').get('/api/generallookup/subscriptions')).body).toHaveLength(1);
    await server.database.asOwner('update cfs.tenants set enabled = true where tenant_id = $1', [
      server.tenants.foreign,
    ]);
    await server.services.snapshot.refresh();
  });
});

describe('the search for people', () => {
  it('finds people by a part of the name or mail, ignoring case', async () => {
    const piece = own['mail']?.slice(0, 20).toUpperCase() ?? '';
    expect((await server.as('Operator').get(`/api/people?searchTerm=${piece}`)).body).toEqual([
      { displayName: 'Matrix', mail: own['mail'] },
    ]);
  });

  it('finds no people who work only for other tenants', async () => {
    expect((await server.as('Operator').get(`/api/people?searchTerm=${foreign['mail']}`)).body).toEqual([]);
    expect((await server.as('Viewer', 'all').get(`/api/people?searchTerm=${foreign['mail']}`)).body).toHaveLength(1);
  });

  it('finds groups only through /api/peopleandgroups', async () => {
    const term = encodeURIComponent(own['groupName'] ?? '');
    expect((await server.as('Operator').get(`/api/people?searchTerm=${term}`)).body).toEqual([]);
    expect((await server.as('Operator').get(`/api/peopleandgroups?searchTerm=${term}`)).body).toEqual([
      { displayName: own['groupName'], mail: own['groupName'] },
    ]);
  });

  it('returns 403 without the permission to view people', async () => {
    expect((await server.as('Requester').get('/api/people?searchTerm=a')).status).toBe(403);
  });
});
