import { preferenceLimit, preferenceLimitBytes } from '@cfs/contracts/preferences';
import { roleNames } from '@cfs/contracts/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { withoutQueryScope } from '../../platform/database/in-scope.ts';
import type { Area } from '../../platform/services.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { preferencesArea } from './preferences-area.ts';

/** The area with the scope of the query layer on or off, so that each of the two layers can be tested alone. */
let isQueryScopeOn = true;
const observed: Area = {
  ...preferencesArea,
  routes: async (app, services) => {
    app.addHook('preHandler', async ({ context }) => {
      if (!isQueryScopeOn) withoutQueryScope(context);
    });
    await preferencesArea.routes?.(app, services);
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [observed] });
});
afterAll(() => server.close());
beforeEach(() => server.database.asOwner('delete from cfs.preferences'));

const all = async (role: (typeof roleNames)[number], tenantId?: string) =>
  (await server.as(role, tenantId).get('/v1/preferences')).body;

const keep = (client: TestClient, name: string, value: unknown) =>
  client.put(`/v1/preferences/${name}`, JSON.stringify(value));

const setRowLevelSecurity = (state: 'enable' | 'disable') =>
  server.database.asOwner(
    `alter table cfs.preferences ${state} row level security, ${state === 'enable' ? '' : 'no'} force row level security`,
  );

describe('the preferences of a person', () => {
  test.each(roleNames)('are stored, replaced and deleted for the role %s', async (role) => {
    const client = server.as(role);
    expect(await all(role)).toEqual({});
    expect((await keep(client, 'theme', 'dark')).status).toBe(204);
    expect((await keep(client, 'columns:locations', { hidden: ['city'] })).status).toBe(204);
    expect((await keep(client, 'theme', null)).status).toBe(204);
    expect(await all(role)).toEqual({ theme: null, 'columns:locations': { hidden: ['city'] } });
    expect((await client.delete('/v1/preferences/theme')).status).toBe(204);
    expect((await client.delete('/v1/preferences/theme')).status).toBe(204);
    expect(await all(role)).toEqual({ 'columns:locations': { hidden: ['city'] } });
  });

  test('are the same in every tenant that they work in', async () => {
    const client = server.as('Viewer', 'all');
    await client.send('PUT', '/v1/preferences/theme', {
      body: '"dark"',
      headers: { 'x-tenant-id': server.tenants.own },
    });
    const elsewhere = await client.get('/v1/preferences', { 'x-tenant-id': server.tenants.foreign });
    expect(elsewhere.body).toEqual({ theme: 'dark' });
  });

  test('are refused to unknown users, machines and anonymous callers', async () => {
    const reader = server.withCredential(await server.tenantToken(['read']));
    for (const [client, status] of [
      [server.stranger, 403],
      [server.anonymous, 401],
      [reader, 403],
    ] as const) {
      expect((await client.get('/v1/preferences')).status).toBe(status);
      expect((await keep(client, 'theme', 'dark')).status).toBe(status);
      expect((await client.delete('/v1/preferences/theme')).status).toBe(status);
    }
  });

  test('are deleted with the person', async () => {
    await keep(server.as('Operator', server.tenants.foreign), 'theme', 'dark');
    const { userId } = await server.person('Operator', server.tenants.foreign);
    await server.database.asOwner('delete from cfs.grants where user_id = $1', [userId]);
    await server.database.asOwner('delete from cfs.people where user_id = $1', [userId]);
    expect(await server.database.asOwner('select name from cfs.preferences')).toEqual([]);
  });
});

describe('two people', () => {
  const layers = [
    ['as shipped', true, 'enable'],
    ['with row-level security alone', false, 'enable'],
    ['with the query scope alone', true, 'disable'],
  ] as const;

  test.each(layers)("never see each other's preferences %s", async (_, queryScope, rowLevelSecurity) => {
    const everywhere = server.as('Administrator', 'all');
    await keep(server.as('Requester'), 'theme', 'dark');
    isQueryScopeOn = queryScope;
    await setRowLevelSecurity(rowLevelSecurity);
    try {
      expect((await everywhere.get('/v1/preferences')).body).toEqual({});
      expect(await all('Operator')).toEqual({});
      await everywhere.delete('/v1/preferences/theme');
      await keep(everywhere, 'theme', 'light');
      expect(await all('Requester')).toEqual({ theme: 'dark' });
      expect((await everywhere.get('/v1/preferences')).body).toEqual({ theme: 'light' });
    } finally {
      isQueryScopeOn = true;
      await setRowLevelSecurity('enable');
    }
  });

  test('cannot write preferences for each other', async () => {
    const { userId } = await server.person('Requester');
    const actor = await server.person('Operator');
    const context: Context = {
      actor: { kind: 'person', userId: actor.userId, userName: actor.mail, name: actor.name },
      tenantId: server.tenants.own,
      subscriptionId: undefined,
      traceId: 'test',
      clock: server.clock,
      address: undefined,
      can: () => true,
      scopeOf: () => ({ kind: 'all' }),
    };
    const insertion = server.services.gate.write(context, { permission: 'CurrentUser:view', own: true }, (db) =>
      db
        .insertInto('preferences')
        .values({ user_id: userId, name: 'theme', value: '1', modified: server.clock.now() })
        .execute(),
    );
    await expect(insertion).rejects.toThrow('row-level security');
  });
});

describe('the limits of preferences', () => {
  test.each([
    ['upper case', 'Theme'],
    ['a path', '..%2Ftheme'],
    ['a dot', 'a.b'],
    ['a second colon', 'a:b:c'],
    ['a prototype', '__proto__'],
    ['SQL', "a'--"],
    ['too many characters', 'a'.repeat(65)],
  ])('refuse a name with %s', async (_, name) => {
    const answer = await keep(server.as('Viewer'), name, 1);
    expect(answer.status).toBe(400);
    expect((await server.as('Viewer').delete(`/v1/preferences/${name}`)).status).toBe(400);
  });

  test.each([
    ['invalid JSON', '{', 400],
    ['an empty body', '', 400],
    ['a NUL character', '"\\u0000"', 400],
    ['a lone surrogate', '"\\ud800"', 400],
    ['a prototype', '{"__proto__":{"admin":true}}', 400],
    ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 400],
    ['more than 16 KiB', JSON.stringify('x'.repeat(preferenceLimitBytes)), 400],
    ['more than 16 KiB in UTF-8', JSON.stringify('é'.repeat(preferenceLimitBytes / 2)), 400],
    ['more than the body limit', JSON.stringify('x'.repeat(3 * preferenceLimitBytes)), 413],
  ])('refuse a value with %s', async (_, body, status) => {
    const answer = await server.as('Viewer').put('/v1/preferences/theme', body);
    expect(answer.status).toBe(status);
    expect(await all('Viewer')).toEqual({});
  });

  test('allow the longest value and the maximum number of names', async () => {
    const client = server.as('Viewer');
    const longest = 'x'.repeat(preferenceLimitBytes - 2);
    expect((await keep(client, 'a0', longest)).status).toBe(204);
    const names = Array.from({ length: preferenceLimit - 1 }, (_, index) => `a${index + 1}`);
    const answers = await Promise.all([...names, 'b1', 'b2'].map((name) => keep(client, name, 1)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body).toMatchObject({ detail: expect.stringContaining('64 preferences') });
    expect(Object.keys((await all('Viewer')) as object)).toHaveLength(preferenceLimit);
    expect((await keep(client, 'a0', 1)).status).toBe(204);
  });
});
