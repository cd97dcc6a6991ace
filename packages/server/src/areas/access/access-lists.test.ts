import { maxGrantsPerTenant, type Grant } from '@cfs/contracts/access-grants';
import type { Person } from '@cfs/contracts/access-people';
import { maxRolesPerTenant, type Role } from '@cfs/contracts/access-roles';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { createSnapshotCache } from '../../platform/access/snapshot-cache.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { locationsArea } from '../locations/locations-area.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { accessArea } from './access-area.ts';

let server: TestServer;
let everywhere: TestClient;
let here: TestClient;
beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea, locationsArea, tenantsArea] });
  everywhere = server.as('Administrator', 'all');
  here = server.as('Administrator');
});
afterAll(() => server.close());

let made = 0;
const newMail = (): string => `invited-${(made += 1)}@example.com`;
const newName = (): string => `Role ${(made += 1)}`;

/** Signs in at the provider as the person with this mail. */
const signIn = async (mail: string): Promise<TestClient> => {
  const token = await server.identity.sign({ sub: `subject of ${mail}`, email: mail, email_verified: true });
  return server.withCredential(token);
};
const permissionsOf = async (client: TestClient): Promise<unknown> => (await client.get('/v1/permissions')).body;
const invite = async (client: TestClient, body: object): Promise<Person> =>
  (await client.put('/v1/people', { mail: newMail(), ...body })).body as Person;
const grant = async (client: TestClient, body: object): Promise<Grant> =>
  (await client.put('/v1/grants', body)).body as Grant;
const role = async (client: TestClient, body: object = {}): Promise<Role> =>
  (await client.put('/v1/roles', { name: newName(), permissions: ['Home:view'], ...body })).body as Role;
const audited = (id: string) =>
  server.database.asOwner(
    `select entity, actor_name, before is null as created, after is null as removed from cfs.audit_records
     where entity_id = $1 order by recorded, (before is null) desc`,
    [id],
  );

describe('an invitation', () => {
  it('lets the invited person sign in with exactly the granted role', async () => {
    const mail = newMail();
    const { tenants } = server;
    const { status, body } = await here.put('/v1/people', { mail: ` ${mail} `, name: 'Iris', roleName: 'Requester' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mail, name: 'Iris', enabled: true, firstSignIn: null, state: 'Invited' });
    const person = await signIn(mail);
    expect(await permissionsOf(person)).toHaveLength(3);
    expect((await person.get('/v1/currentUser')).body).toMatchObject({ userName: mail, tenantId: tenants.own });
    expect(await audited((body as Person).userId)).toMatchObject([
      { entity: 'Person', created: true },
      { entity: 'Person', created: false, actor_name: 'sign-in' },
    ]);
  });

  it('is refused if the mail is already invited for the provider, ignoring case', async () => {
    const mail = newMail();
    await invite(here, { mail, roleName: 'Viewer' });
    const again = await here.put('/v1/people', { mail: mail.toUpperCase(), roleName: 'Operator' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ errors: { Mail: [expect.stringContaining('is already invited')] } });
    const elsewhere = await here.put('/v1/people', { mail, roleName: 'Viewer', provider: 'https://other.example.com' });
    expect(elsewhere.status).toBe(201);
  });

  it('does not reveal that a person works for another tenant', async () => {
    const mail = newMail();
    const first = await invite(everywhere, { mail, roleName: 'Viewer', tenantId: server.tenants.foreign });
    expect((await here.get(`/v1/people?$filter=userId eq ${first.userId}`)).body).toMatchObject({ value: [] });
    const { status, body } = await here.put('/v1/people', { mail, roleName: 'Requester' });
    expect(status).toBe(201);
    const { userId } = body as Person;
    expect(userId).not.toBe(first.userId);
    expect((await here.get(`/v1/people?$filter=userId eq ${userId}`)).body).toMatchObject({ value: [{ mail }] });
    expect((await here.get(`/v1/people?$filter=userId eq ${first.userId}`)).body).toMatchObject({ value: [] });
  });

  it('needs a mail, and a role if the caller administers only one tenant', async () => {
    for (const mail of [undefined, '', 'nobody', 'a@b', 'x'.repeat(300), 'a\u0000@example.com', 7]) {
      expect((await everywhere.put('/v1/people', { mail })).status).toBe(400);
    }
    const { status, body } = await here.put('/v1/people', { mail: newMail() });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { RoleName: [expect.stringContaining('Please choose a role')] } });
    const alone = await invite(everywhere, {});
    expect((await everywhere.get(`/v1/people?$search=${alone.mail}`)).body).toMatchObject({
      value: [{ mail: alone.mail }],
    });
  });
});

describe('disabling a person', () => {
  it('ends their access on every node until they are enabled again', async () => {
    const mail = newMail();
    const { userId, modified } = await invite(everywhere, { mail, roleName: 'Viewer', tenantId: null });
    const person = await signIn(mail);
    expect((await person.get('/v1/locations')).status).toBe(200);
    const otherGate = server.database.createGate({ clock: server.clock });
    const other = createSnapshotCache(otherGate, accessTables, server.clock, pino({ level: 'silent' }));
    expect((await other.current()).people.get(userId)?.enabled).toBe(true);
    const disabled = await everywhere.post(`/v1/people/${userId}`, { enabled: false, modified });
    expect(disabled.body).toMatchObject({ enabled: false });
    expect((await person.get('/v1/locations')).status).toBe(403);
    server.clock.advance(1_001);
    expect((await other.current()).people.get(userId)?.enabled).toBe(false);
    await other.close();
    expect((await everywhere.post(`/v1/people/${userId}`, { enabled: true, modified })).status).toBe(409);
    expect((await everywhere.post(`/v1/people/${userId}`, { enabled: true })).status).toBe(200);
    expect((await person.get('/v1/locations')).status).toBe(200);
    expect(await audited(userId)).toHaveLength(4);
  });

  it('is permitted only to administrators of all tenants', async () => {
    const { userId } = await invite(here, { roleName: 'Viewer' });
    const { status, body } = await here.post(`/v1/people/${userId}`, { enabled: false });
    expect(status).toBe(403);
    expect(body).toMatchObject({ detail: expect.stringContaining('administrators of all tenants') });
  });

  it('prevents an invitation from being accepted', async () => {
    const mail = newMail();
    const { userId } = await invite(everywhere, { mail, roleName: 'Viewer', tenantId: null });
    await everywhere.post(`/v1/people/${userId}`, { enabled: false });
    expect((await (await signIn(mail)).get('/v1/permissions')).status).toBe(403);
  });
});

describe('a grant', () => {
  it('takes effect at once and ends as soon as it is removed', async () => {
    const mail = newMail();
    const { userId } = await invite(here, { mail, roleName: 'Requester' });
    const person = await signIn(mail);
    expect((await person.get('/v1/locations')).status).toBe(403);
    const { grantId, holder } = await grant(here, { userId, roleName: 'Viewer' });
    expect(holder).toBe(mail);
    expect((await person.get('/v1/locations')).status).toBe(200);
    expect((await here.delete(`/v1/grants/${grantId}`)).status).toBe(204);
    expect((await person.get('/v1/locations')).status).toBe(403);
    expect((await here.delete(`/v1/grants/${grantId}`)).status).toBe(404);
    expect(await audited(grantId)).toMatchObject([{ created: true }, { removed: true }]);
  });

  it('applies to the members of a group', async () => {
    const { subject } = await server.person('Requester');
    await grant(here, { groupName: ' auditors ', roleName: 'Viewer' });
    const member = server.withCredential(await server.identity.sign({ sub: subject, groups: ['auditors'] }));
    expect((await member.get('/v1/locations')).status).toBe(200);
    expect((await here.get(`/v1/grants?$search=auditors`)).body).toMatchObject({ value: [{ holder: 'auditors' }] });
  });

  it('is created only once, for exactly one holder and a known role', async () => {
    const { userId } = await invite(here, { roleName: 'Viewer' });
    const statusOf = async (body: object) => (await here.put('/v1/grants', body)).status;
    expect(await statusOf({ userId, roleName: 'Viewer' })).toBe(409);
    expect(await statusOf({ userId, groupName: 'x', roleName: 'Viewer' })).toBe(400);
    expect(await statusOf({ roleName: 'Viewer' })).toBe(400);
    expect(await statusOf({ groupName: ' ', roleName: 'Viewer' })).toBe(400);
    expect(await statusOf({ userId, roleName: 'Nothing' })).toBe(400);
    expect(await statusOf({ userId: 'x', roleName: 'Viewer' })).toBe(400);
    expect(await statusOf({ userId: '6f9619ff-8b86-4011-b42d-00c04fc964ff', roleName: 'Viewer' })).toBe(404);
    expect((await here.delete('/v1/grants/x')).status).toBe(400);
  });

  it('gives no permission that its creator does not hold', async () => {
    const limited = await role(here, { permissions: ['Settings:view', 'Settings:edit', 'Home:view'] });
    const mail = newMail();
    const { userId } = await invite(here, { mail, roleName: limited.name });
    const maker = await signIn(mail);
    const refused = await maker.put('/v1/grants', { userId, roleName: 'Viewer' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('Locations:view') });
    expect((await maker.put('/v1/people', { mail: newMail(), roleName: 'Administrator' })).status).toBe(403);
    expect((await maker.post(`/v1/roles/${limited.roleId}`, { permissions: ['Tokens:edit'] })).status).toBe(403);
    expect((await maker.put('/v1/roles', { name: newName(), permissions: ['Tokens:edit'] })).status).toBe(403);
    expect((await maker.put('/v1/grants', { groupName: 'peers', roleName: limited.name })).status).toBe(201);
  });

  it('in all tenants requires an administrator of all tenants', async () => {
    const { userId } = await invite(here, { roleName: 'Viewer' });
    expect((await here.put('/v1/grants', { userId, roleName: 'Viewer', tenantId: null })).status).toBe(403);
    const { grantId, tenantId } = await grant(everywhere, { userId, roleName: 'Viewer', tenantId: null });
    expect(tenantId).toBeNull();
    expect((await here.get(`/v1/grants?$filter=grantId eq ${grantId}`)).body).toMatchObject({
      value: [{ tenantId: null }],
    });
    expect((await here.delete(`/v1/grants/${grantId}`)).status).toBe(404);
  });
});

describe('a role', () => {
  it('permits exactly the permissions that it lists', async () => {
    const { status, body } = await here.put('/v1/roles', {
      name: newName(),
      permissions: ['Portal.CFS.Locations:view', 'Home:view', 'Home:view'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      builtIn: false,
      permissionCount: 2,
      permissions: ['Portal.CFS.Home:view', 'Portal.CFS.Locations:view'],
      tenantId: server.tenants.own,
    });
    const { roleId, name, modified } = body as Role;
    const mail = newMail();
    await invite(here, { mail, roleName: name });
    const person = await signIn(mail);
    expect(await permissionsOf(person)).toEqual(['Portal.CFS.Home:view', 'Portal.CFS.Locations:view']);
    const changed = await here.post(`/v1/roles/${roleId}`, { name: `${name} B`, permissions: ['Home:view'], modified });
    expect(changed.body).toMatchObject({ name: `${name} B`, permissionCount: 1 });
    expect(await permissionsOf(person)).toEqual(['Portal.CFS.Home:view']);
    expect((await here.post(`/v1/roles/${roleId}`, { name, modified })).status).toBe(409);
    const read = await here.get(`/v1/roles/${roleId}`);
    expect(read.headers['odata-version']).toBe('4.0');
    expect(read.body).toEqual({
      ...(changed.body as Role),
      '@odata.context': expect.stringMatching(/\/v1\/\$metadata#roles\/\$entity$/),
    });
  });

  it('that is built in can be read but not changed or deleted', async () => {
    const { body } = await here.get('/v1/roles?$filter=builtIn eq true&$orderby=name');
    const builtIn = (body as { value: Role[] }).value;
    expect(builtIn.map(({ name }) => name)).toEqual(['Administrator', 'Operator', 'Requester', 'Viewer']);
    const address = `/v1/roles/${builtIn[3]?.roleId ?? ''}`;
    expect((await here.get(address)).body).toMatchObject({
      permissions: expect.arrayContaining(['Portal.CFS.Locations:view']),
    });
    expect((await here.delete(address)).status).toBe(404);
    expect((await everywhere.delete(address)).status).toBe(409);
    expect((await everywhere.post(address, { permissions: ['Tokens:edit'] })).status).toBe(409);
  });

  it('in use is not deleted, and the refusal names its holders', async () => {
    const { roleId, name } = await role(here);
    const { grantId } = await grant(here, { groupName: 'users of it', roleName: name });
    const refused = await here.delete(`/v1/roles/${roleId}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('users of it') });
    await here.delete(`/v1/grants/${grantId}`);
    expect((await here.delete(`/v1/roles/${roleId}`)).status).toBe(204);
    expect(await audited(roleId)).toMatchObject([{ created: true }, { removed: true }]);
  });

  it('has a unique name wherever it can be granted, ignoring case', async () => {
    const { name } = await role(here);
    const shared = await role(everywhere, { tenantId: null });
    const statusOf = async (client: TestClient, body: object) =>
      (await client.put('/v1/roles', { permissions: ['Home:view'], ...body })).status;
    expect(await statusOf(here, { name: name.toUpperCase() })).toBe(409);
    expect(await statusOf(here, { name: 'administrator' })).toBe(409);
    expect(await statusOf(here, { name: shared.name })).toBe(409);
    expect(await statusOf(everywhere, { name, tenantId: null })).toBe(409);
    expect(await statusOf(server.as('Administrator', server.tenants.foreign), { name })).toBe(201);
    expect(await statusOf(here, { name: newName(), tenantId: null })).toBe(403);
  });

  it('is refused without permissions and with unknown ones', async () => {
    for (const permissions of [[], ['Nothing:view'], 'Home:view', [7], ['__proto__']]) {
      expect((await here.put('/v1/roles', { name: newName(), permissions })).status).toBe(400);
    }
  });
});

it('limits the roles and grants of a tenant, also for concurrent requests', async () => {
  const { foreign } = server.tenants;
  const there = server.as('Administrator', foreign);
  const insert = (text: string, count: number) => server.database.asOwner(text, [foreign, count]);
  const statusesOf = async (path: string, bodies: readonly object[]) =>
    (await Promise.all(bodies.map((body) => there.put(path, body)))).map(({ status }) => status).toSorted();
  await insert(
    `insert into cfs.roles (tenant_id, role_id, role_name, built_in, permissions, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Many ' || n, false, '{Home:view}', now(), 'test', now(), 'test'
     from generate_series(2, $2::integer - (select count(*)::integer from cfs.roles where tenant_id = $1)) n`,
    maxRolesPerTenant,
  );
  const roles = [1, 2].map(() => ({ name: newName(), permissions: ['Home:view'] }));
  expect(await statusesOf('/v1/roles', roles)).toEqual([201, 409]);
  await insert(
    `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by)
     select $1, gen_random_uuid(), 'Many ' || n, 'Viewer', now(), 'test'
     from generate_series(2, $2::integer - (select count(*)::integer from cfs.grants where tenant_id = $1)) n`,
    maxGrantsPerTenant,
  );
  const grants = ['One', 'Two'].map((groupName) => ({ groupName, roleName: 'Viewer' }));
  expect(await statusesOf('/v1/grants', grants)).toEqual([201, 409]);
  expect(await everywhere.put('/v1/grants', { groupName: 'Three', roleName: 'Viewer', tenantId: null })).toMatchObject({
    status: 201,
  });
});

describe('the last administrator of all tenants', () => {
  it('is kept, also when two remove each other concurrently', async () => {
    const first = await server.person('Administrator', 'all');
    const mail = newMail();
    const second = await invite(everywhere, { mail, roleName: 'Administrator', tenantId: null });
    const administrator = await signIn(mail);
    const grantOf = async (userId: string): Promise<string> => {
      const { body } = await everywhere.get(`/v1/grants?$filter=userId eq ${userId} and tenantId eq null`);
      return (body as { value: Grant[] }).value[0]?.grantId ?? '';
    };
    const mine = await grantOf(first.userId);
    expect((await everywhere.delete(`/v1/grants/${mine}`)).status).toBe(409);
    expect((await everywhere.post(`/v1/people/${first.userId}`, { enabled: false })).status).toBe(409);
    expect((await administrator.get('/v1/permissions')).status).toBe(200);
    const answers = await Promise.all([
      everywhere.delete(`/v1/grants/${await grantOf(second.userId)}`),
      administrator.post(`/v1/people/${first.userId}`, { enabled: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 204]);
    const left = await server.database.asOwner(
      `select from cfs.grants join cfs.people using (user_id)
       where role_name = 'Administrator' and grants.tenant_id = '00000000-0000-0000-0000-000000000001' and enabled`,
    );
    expect(left).toHaveLength(1);
  });
});
