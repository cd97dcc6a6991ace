import { builtInRoles } from '@cfs/contracts/roles';
import { expect, test } from 'vitest';
import type { AccessSnapshot, GrantRecord, PersonRecord } from './access-snapshot.ts';
import { knownGrants } from './known-grants.ts';

const grant = (grantId: string) => ({ grantId }) as GrantRecord;
const snapshot = {
  grantsByUser: new Map([['ann', [grant('direct')]]]),
  grantsByGroup: new Map([['staff', [grant('by group')]]]),
} as unknown as AccessSnapshot;
const person = (changes: Partial<PersonRecord> = {}) =>
  ({ userId: 'ann', claimedGroups: [], claimedRoles: [], ...changes }) as unknown as PersonRecord;

test('grants come from the person, groups and claims', () => {
  const grants = knownGrants(snapshot, person({ claimedGroups: ['staff', 'gone'], claimedRoles: [['Viewer', 'own']] }));
  expect(grants).toMatchObject([
    { grantId: 'direct' },
    { grantId: 'by group' },
    { roleName: 'Viewer', tenantId: 'own', permissions: builtInRoles.Viewer },
  ]);
  expect(knownGrants(snapshot, person({ userId: 'bob' }))).toEqual([]);
});

test('a claimed role without a tenant applies in all tenants, and an unknown role permits nothing', () => {
  const claimedRoles: PersonRecord['claimedRoles'] = [
    ['Operator', null],
    ['Retired', null],
  ];
  expect(knownGrants(snapshot, person({ userId: 'bob', claimedRoles }))).toMatchObject([
    { tenantId: undefined, permissions: builtInRoles.Operator },
    { tenantId: undefined, permissions: [] },
  ]);
});
