import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessArea } from '../access-area.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { inviteAdministrators } from '../invitations/invite-administrators.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    areas: [accessArea],
    environment: {
      CLAIMS_MAP: JSON.stringify([
        { claim: 'department', value: 'operations', role: 'Operator', tenantId: null },
        { claim: 'roles', value: 'read-all', role: 'Viewer' },
      ]),
    },
  });
});
afterAll(() => server.close());

const permissions = async (claims: Record<string, unknown>, headers: Record<string, string> = {}): Promise<unknown> => {
  const client = server.withCredential(await server.identity.sign(claims));
  return (await client.get('/v1/permissions', headers)).body;
};

describe('access by configuration', () => {
  it('gives a role to people whose claim has the configured value', async () => {
    const { subject } = await server.person('Requester');
    expect(await permissions({ sub: subject, department: 'sales' })).toHaveLength(3);
    const elsewhere = { 'x-tenant-id': server.tenants.foreign };
    expect(await permissions({ sub: subject, department: 'operations' }, elsewhere)).toContain(
      'Portal.CFS.WorkUnits:edit',
    );
    expect(await permissions({ sub: subject, roles: ['x', 'read-all'] }, elsewhere)).toContain(
      'Portal.CFS.Locations:view',
    );
    expect(await permissions({ sub: subject }, elsewhere)).toMatchObject({ status: 403 });
  });

  it('invites each administrator once and ties the invitation to their first sign-in', async () => {
    const invite = () => inviteAdministrators(server.services, ['first@example.com']);
    await invite();
    await invite();
    expect(await permissions({ sub: 'first', email: 'first@example.com', email_verified: true })).toContain(
      'Portal.CFS.Tenants:create',
    );
    expect(await server.database.asOwner(`select from cfs.grants where role_name = 'Administrator'`)).toHaveLength(1);
    const audited = await server.database.asOwner(
      `select entity from cfs.audit_records where actor_name = 'configuration'`,
    );
    expect(audited.map(({ entity }) => entity).toSorted()).toEqual(['Grant', 'Person']);
  });
});
