import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { AccessGate } from '../database/gate.ts';
import { createClaimsFollower, type AccessClaims } from './claims-follower.ts';
import { createClaimsMap } from './claims-map.ts';

let server: TestServer;
let gate: AccessGate;
let writes = 0;
beforeAll(async () => {
  server = await startTestServer();
  gate = server.database.createGate({ clock: server.clock });
  for (const group of ['admins', 'staff'])
    await server.database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by)
       values ($1, gen_random_uuid(), $2, 'Viewer', now(), 'test')`,
      [server.tenants.own, group],
    );
});
afterAll(() => server.close());

const log = pino({ level: 'silent' });
const operators = createClaimsMap([{ claim: 'team', value: 'ops', role: 'Operator', tenantId: undefined }]);
const mapped = operators({ team: 'ops' });

const follow = async (claims: AccessClaims, through: AccessGate = gate) => {
  const { userId } = await server.person('Viewer');
  const snapshot = await server.services.snapshot.refresh();
  const person = snapshot.people.get(userId);
  if (!person) throw new Error('The person is not known.');
  const counted: AccessGate = {
    ...through,
    access(work) {
      writes += 1;
      return through.access(work);
    },
  };
  await createClaimsFollower({ gate: counted, signIns: accessTables.signIns, log }).follow(person, claims, snapshot);
  const [row] = await server.database.asOwner(
    'select claimed_groups as groups, claimed_roles as roles, claimed_at as at from cfs.people where user_id = $1',
    [userId],
  );
  return row;
};

describe('the claims of a person', () => {
  beforeEach(async () => {
    writes = 0;
    const { userId } = await server.person('Viewer');
    await server.database.asOwner(
      `update cfs.people set claimed_groups = '{staff}', claimed_roles = '[["Operator", null]]', claimed_at = 100
       where user_id = $1`,
      [userId],
    );
  });
  const stored = { groups: ['staff'], roles: [['Operator', null]], at: 100 };

  it('are stored from a newer token: groups with a grant, sorted, and mapped roles', async () => {
    expect(await follow({ groups: ['staff', 'others', 'admins', 'staff'], mapped, issuedAt: 101 })).toEqual({
      ...stored,
      groups: ['admins', 'staff'],
      at: 101,
    });
    expect(writes).toBe(1);
  });

  it.each([
    ['groups', { groups: [], mapped }, { ...stored, groups: [], at: 101 }],
    ['roles', { groups: ['staff'], mapped: [] }, { ...stored, roles: [], at: 101 }],
  ])('are stored when only the %s differ', async (_what, claims, expected) => {
    expect(await follow({ ...claims, issuedAt: 101 })).toEqual(expected);
  });

  it.each([
    ['an older token', 99],
    ['the same token', 100],
    ['a token without a time', undefined],
  ])('are not stored from %s', async (_token, issuedAt) => {
    expect(await follow({ groups: [], mapped: [], issuedAt })).toEqual(stored);
    expect(writes).toBe(0);
  });

  it('are not written when nothing differs', async () => {
    expect(await follow({ groups: ['staff', 'others'], mapped, issuedAt: 101 })).toEqual(stored);
    expect(writes).toBe(0);
  });

  it('stay unchanged while the database is unreachable', async () => {
    const away: AccessGate = { ...gate, access: () => Promise.reject(new Error('cut off')) };
    expect(await follow({ groups: [], mapped: [], issuedAt: 101 }, away)).toEqual(stored);
  });
});
