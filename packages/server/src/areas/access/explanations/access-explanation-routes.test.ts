import type { AccessExplanation } from '@cfs/contracts/access-explanations';
import type { Person } from '@cfs/contracts/access-people';
import { allPermissions, fromPermissionString } from '@cfs/contracts/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { tenantsArea } from '../../tenants/tenants-area.ts';
import { accessArea } from '../access-area.ts';

let server: TestServer;
let here: TestClient;
let everywhere: TestClient;
beforeAll(async () => {
  server = await startTestServer({
    areas: [accessArea, tenantsArea],
    environment: {
      CLAIMS_MAP: JSON.stringify([{ claim: 'department', value: 'Operations', role: 'Operator', tenantId: null }]),
    },
  });
  here = server.as('Administrator');
  everywhere = server.as('Administrator', 'all');
});
afterAll(() => server.close());

let invited = 0;
const invite = async (roleName: string): Promise<Person> => {
  const mail = `explained-${(invited += 1)}@example.com`;
  const { status, body, text } = await here.put('/v1/people', { mail, roleName });
  expect(status, text).toBe(201);
  return body as Person;
};

const signIn = async ({ mail }: Person, claims: object = {}): Promise<TestClient> => {
  const token = await server.identity.sign({ sub: `subject of ${mail}`, email: mail, email_verified: true, ...claims });
  const client = server.withCredential(token);
  expect((await client.get('/v1/permissions')).status).toBe(200);
  return client;
};

const ask = (client: TestClient, { userId }: Person, permission: string, tenantId: string = server.tenants.own) =>
  client.get(`/v1/people/${userId}/access?permission=${permission}&tenantId=${tenantId}`);

const explain = async (person: Person, permission: string, tenantId?: string): Promise<AccessExplanation> => {
  const { status, body, text } = await ask(here, person, permission, tenantId);
  expect(status, text).toBe(200);
  return body as AccessExplanation;
};

describe('the explanation of access', () => {
  it('names the grant and the role that give the permission', async () => {
    const person = await invite('Operator');
    expect(await explain(person, 'WorkUnits:edit')).toMatchObject({
      isAllowed: true,
      reason: 'Granted',
      hasSignedIn: false,
      grants: [{ source: 'Person', roleName: 'Operator', tenantId: server.tenants.own, isDecisive: true }],
    });
  });

  it('names the roles that lack the permission', async () => {
    const person = await invite('Viewer');
    expect(await explain(person, 'WorkUnits:edit')).toMatchObject({
      isAllowed: false,
      reason: 'NotInRoles',
      grants: [{ roleName: 'Viewer', isDecisive: false }],
    });
  });

  it('names the group of the last sign-in', async () => {
    const person = await invite('Requester');
    const groupName = `Night Shift ${person.userId}`;
    await here.put('/v1/grants', { groupName, roleName: 'Operator' });
    expect(await explain(person, 'Devices:edit')).toMatchObject({ isAllowed: false });
    await signIn(person, { groups: [groupName] });
    await expect
      .poll(() => explain(person, 'Devices:edit'))
      .toMatchObject({
        isAllowed: true,
        hasSignedIn: true,
        grants: [{ source: 'Group', groupName, roleName: 'Operator', isDecisive: true }, { source: 'Person' }],
      });
  });

  it('names a role of the claims map, for which there is no grant', async () => {
    const person = await invite('Requester');
    await signIn(person, { department: 'Operations' });
    await expect
      .poll(() => explain(person, 'Devices:edit'))
      .toMatchObject({
        isAllowed: true,
        grants: [{ source: 'Claims', grantId: null, roleName: 'Operator', tenantId: null }, { source: 'Person' }],
      });
  });

  it('reports that a disabled person is refused', async () => {
    const person = await invite('Operator');
    const granted = await everywhere.post(`/v1/people/${person.userId}`, { enabled: false });
    expect(granted.status, granted.text).toBe(200);
    expect(await explain(person, 'WorkUnits:edit')).toMatchObject({ isAllowed: false, reason: 'Disabled' });
  });

  it('reports that a person of another provider is refused', async () => {
    const mail = 'elsewhere@example.com';
    const provider = 'https://other.example.com';
    const person = (await here.put('/v1/people', { mail, provider, roleName: 'Operator' })).body as Person;
    expect(await explain(person, 'WorkUnits:edit')).toMatchObject({
      isAllowed: false,
      reason: 'OtherProvider',
      grants: [{ roleName: 'Operator', isDecisive: true }],
    });
  });

  it('agrees with /v1/permissions for every permission', async () => {
    const person = await invite('Requester');
    const groupName = `Watch ${person.userId}`;
    await here.put('/v1/grants', { groupName, roleName: 'Viewer' });
    const client = await signIn(person, { groups: [groupName] });
    const permissions = (await client.get('/v1/permissions')).body as string[];
    const held = new Set(permissions.map(fromPermissionString));
    await expect.poll(async () => (await explain(person, 'Rules:view')).isAllowed).toBe(true);
    for (const permission of allPermissions)
      expect((await explain(person, permission)).isAllowed, permission).toBe(held.has(permission));
  });

  it('is refused for people and tenants that the caller does not administer', async () => {
    const person = await invite('Operator');
    expect((await ask(here, person, 'WorkUnits:edit', server.tenants.foreign)).status).toBe(404);
    expect((await ask(server.as('Administrator', server.tenants.foreign), person, 'WorkUnits:edit')).status).toBe(404);
    expect((await ask(server.as('Operator'), person, 'WorkUnits:edit')).status).toBe(403);
    const elsewhere = await ask(everywhere, person, 'WorkUnits:edit', server.tenants.foreign);
    expect(elsewhere.body).toMatchObject({ isAllowed: false, reason: 'NoGrant', grants: [] });
  });

  it('returns 400 for an unknown permission', async () => {
    const person = await invite('Operator');
    const { status, body } = await ask(here, person, 'Everything:do');
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { Permission: ['Please choose a permission.'] } });
  });
});
