import { allPermissions, type Permission } from '@cfs/contracts/permissions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  AccessSnapshot,
  ClaimedRole,
  GrantRecord,
  PersonRecord,
} from '../../../platform/access/access-snapshot.ts';
import { invitationsOf } from '../../../platform/access/invitations.ts';
import { knownGrants } from '../../../platform/access/known-grants.ts';
import { heldPermissions } from '../../../platform/access/permissions-held.ts';
import { explainAccess } from './explain-access.ts';

const tenants = ['tenant 1', 'tenant 2'] as const;
const groups = ['Night Shift', 'Managers'] as const;
const permissions = allPermissions.slice(0, 4);

const tenant = fc.option(fc.constantFrom(...tenants), { nil: undefined });
const grant = (holder: Pick<GrantRecord, 'userId' | 'groupName'>): fc.Arbitrary<GrantRecord> =>
  fc.record({
    grantId: fc.uuid(),
    userId: fc.constant(holder.userId),
    groupName: fc.constant(holder.groupName),
    tenantId: tenant,
    roleName: fc.constantFrom('Viewer', 'Night Watch'),
    permissions: fc.subarray(permissions),
    createdTime: fc.constant(0),
  });

const claimedRole: fc.Arbitrary<ClaimedRole> = fc.tuple(
  fc.constantFrom('Viewer', 'Requester'),
  fc.option(fc.constantFrom(...tenants), { nil: null }),
);
const none: readonly never[] = [];

const personOf = (userId: string, invitedIn: string | undefined): fc.Arbitrary<PersonRecord> =>
  fc.record({
    userId: fc.constant(userId),
    mail: fc.constant('iris@example.com'),
    name: fc.constant('Iris'),
    provider: fc.constantFrom('provider', 'another provider'),
    subject: fc.constant(undefined),
    pictureAddress: fc.constant(undefined),
    claimedGroups: fc.subarray(invitedIn === undefined ? [...groups] : []),
    claimedRoles: invitedIn === undefined ? fc.array(claimedRole) : fc.constant(none),
    claimedAt: fc.constant(0),
    enabled: fc.boolean(),
    invitedIn: fc.constant(invitedIn),
  });

const situation = fc.record({
  person: personOf('person', undefined),
  invitation: personOf('invitation', 'tenant 2'),
  own: fc.array(grant({ userId: 'person', groupName: undefined }), { maxLength: 3 }),
  invited: fc.array(grant({ userId: 'invitation', groupName: undefined }), { maxLength: 2 }),
  nightShift: fc.array(grant({ userId: undefined, groupName: 'Night Shift' }), { maxLength: 2 }),
  managers: fc.array(grant({ userId: undefined, groupName: 'Managers' }), { maxLength: 2 }),
});

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

const snapshotOf = ({ person, invitation, own, invited, nightShift, managers }: Situation): AccessSnapshot => ({
  epoch: '1',
  tenants: new Map(),
  tenantsByName: [],
  subscriptions: new Map(),
  people: new Map([person, invitation].map((each) => [each.userId, each])),
  peopleBySubject: new Map(),
  peopleByMail: new Map([[person.mail, [person]]]),
  invitationsByMail: new Map([[invitation.mail, [invitation]]]),
  storedContexts: new Map(),
  grantsByUser: new Map([
    ['person', own],
    ['invitation', invited],
  ]),
  grantsByGroup: new Map([
    ['Night Shift', nightShift],
    ['Managers', managers],
  ]),
  tokensByHash: new Map(),
  endedSessions: new Map(),
  endedSubjects: new Map(),
});

/** Whether authorisation permits a call with the same groups and claims. */
const isAuthorised = (
  snapshot: AccessSnapshot,
  person: PersonRecord,
  permission: Permission,
  tenantId: string,
): boolean => {
  const claims = knownGrants(snapshot, person).filter(
    ({ userId, groupName }) => userId === undefined && groupName === undefined,
  );
  const invited = invitationsOf(snapshot, person).flatMap(({ userId }) => snapshot.grantsByUser.get(userId) ?? []);
  const held = heldPermissions(snapshot, person, person.claimedGroups, claims, invited);
  return person.enabled && person.provider === 'provider' && held.inTenant(tenantId).has(permission);
};

it('allows exactly what authorisation allows', () => {
  fc.assert(
    fc.property(situation, fc.constantFrom(...permissions), fc.constantFrom(...tenants), (given, permission, where) => {
      const snapshot = snapshotOf(given);
      const { isAllowed, reason, grants } = explainAccess(snapshot, 'provider', given.person, permission, where);
      expect(isAllowed).toBe(isAuthorised(snapshot, given.person, permission, where));
      expect(isAllowed).toBe(reason === 'Granted');
      if (isAllowed) expect(grants[0]).toMatchObject({ isDecisive: true });
      for (const each of grants) expect([null, where]).toContain(each.tenantId);
    }),
  );
});
