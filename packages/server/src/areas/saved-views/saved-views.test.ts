import { savedViewLimit, type SavedView } from '@cfs/contracts/saved-views';
import { roleNames } from '@cfs/contracts/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { savedViewsArea } from './saved-views-area.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [savedViewsArea] });
});
afterAll(() => server.close());
beforeEach(() => server.database.asOwner('delete from cfs.saved_views'));

const path = '/v1/savedViews';

const create = async (client: TestClient, name: string, more: object = {}) => {
  const answer = await client.put(path, { screen: 'locations', name, query: 'sort=name', ...more });
  return { ...answer, view: answer.body as SavedView };
};
const list = async (client: TestClient, screen = 'locations') =>
  (await client.get(`${path}?screen=${screen}`)).body as SavedView[];
const names = async (client: TestClient) => (await list(client)).map(({ name }) => name);

describe('the views of a person', () => {
  test.each(roleNames)('are saved, changed and deleted for the role %s', async (role) => {
    const client = server.as(role);
    const columns = { hidden: ['city'] };
    const { status, view } = await create(client, ' Oslo ', { query: 'search=Oslo&size=25', columns });
    expect(status).toBe(201);
    expect(await list(client)).toEqual([
      { savedViewId: view.savedViewId, screen: 'locations', name: 'Oslo', query: 'search=Oslo&size=25', columns },
    ]);
    const address = `${path}/${view.savedViewId}`;
    expect((await client.post(address, { name: 'Bergen' })).body).toEqual({ ...view, name: 'Bergen' });
    await client.post(address, { query: '', columns: null });
    expect(await list(client)).toEqual([{ ...view, name: 'Bergen', query: '', columns: null }]);
    expect((await client.delete(address)).status).toBe(204);
    expect((await client.delete(address)).status).toBe(404);
    expect(await list(client)).toEqual([]);
  });

  test('are returned in the order that the person chose', async () => {
    const client = server.as('Viewer');
    const [first, second, third] = [await create(client, 'b'), await create(client, 'a'), await create(client, 'c')];
    expect(await names(client)).toEqual(['b', 'a', 'c']);
    await client.post(`${path}/${third.view.savedViewId}`, { position: 0 });
    expect(await names(client)).toEqual(['c', 'b', 'a']);
    await client.post(`${path}/${third.view.savedViewId}`, { position: savedViewLimit });
    expect(await names(client)).toEqual(['b', 'a', 'c']);
    await client.delete(`${path}/${second.view.savedViewId}`);
    await create(client, 'd');
    expect(await names(client)).toEqual(['b', 'c', 'd']);
    await client.put(path, { ...second.view, position: 1 });
    expect(await names(client)).toEqual(['b', 'a', 'c', 'd']);
    expect((await client.put(path, first.view)).status).toBe(400);
    expect((await client.put(path, { ...first.view, name: 'e' })).status).toBe(409);
  });

  test('belong to a screen, where their names are unique', async () => {
    const client = server.as('Viewer');
    await create(client, 'Mine');
    const { view } = await create(client, 'Other');
    expect((await create(client, 'MINE')).body).toMatchObject({
      status: 400,
      errors: { Name: ['A view of this name already exists.'] },
    });
    expect((await client.post(`${path}/${view.savedViewId}`, { name: 'mine' })).status).toBe(400);
    expect((await client.post(`${path}/${view.savedViewId}`, { name: 'OTHER' })).status).toBe(200);
    expect((await create(client, 'Mine', { screen: 'devices' })).status).toBe(201);
    expect(await list(client, 'devices')).toHaveLength(1);
    expect((await client.get(path)).body).toHaveLength(3);
  });

  test('are refused to unknown users, machines and anonymous callers', async () => {
    const reader = server.withCredential(await server.tenantToken(['read']));
    expect((await reader.get(path)).status).toBe(403);
    expect((await create(reader, 'x')).status).toBe(403);
    expect((await server.stranger.get(path)).status).toBe(403);
    expect((await server.anonymous.get(path)).status).toBe(401);
  });
});

describe('two people', () => {
  test("cannot see, change or delete each other's views", async () => {
    const [one, other] = [server.as('Requester'), server.as('Administrator', 'all')];
    const { view } = await create(one, 'Mine');
    const address = `${path}/${view.savedViewId}`;
    expect(await list(other)).toEqual([]);
    expect((await other.post(address, { name: 'Theirs' })).status).toBe(404);
    expect((await other.delete(address)).status).toBe(404);
    expect((await create(other, 'Mine', { savedViewId: view.savedViewId })).status).toBe(201);
    await other.post(address, { name: 'Theirs' });
    expect(await list(one)).toEqual([view]);
    await other.delete(address);
    expect(await list(one)).toEqual([view]);
  });
});

describe('the limits of views', () => {
  test('apply to concurrent saves', async () => {
    const client = server.as('Viewer');
    const answers = await Promise.all(
      Array.from({ length: savedViewLimit + 2 }, (_, index) => create(client, `View ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await list(client)).toHaveLength(savedViewLimit);
  });

  test.each([
    ['a blank name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['a NUL character', { name: 'a\0' }],
    ['a lone surrogate', { query: '\ud800' }],
    ['a query that is too long', { query: 'x'.repeat(4_001) }],
    ['an object as query', { query: { $ne: null } }],
    ['an invalid screen name', { screen: '../x' }],
    ['columns that are too large', { columns: 'x'.repeat(20_000) }],
    ['a negative position', { position: -1 }],
    ['a malformed id', { savedViewId: '1' }],
    ['the id of another person', { userId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' }],
  ])('refuse %s', async (_, fault) => {
    const client = server.as('Viewer');
    expect((await create(client, 'View', fault)).status).toBe(400);
    expect((await client.get(path)).body).toEqual([]);
  });

  test('refuse malformed addresses', async () => {
    const client = server.as('Viewer');
    expect((await client.post(`${path}/1`, { name: 'x' })).status).toBe(400);
    expect((await client.delete(`${path}/' or true--`)).status).toBe(400);
    expect((await client.get(`${path}?screen=A'`)).status).toBe(400);
  });
});
