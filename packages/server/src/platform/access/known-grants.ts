import { builtInRoles, roleNames, type RoleName } from '@cfs/contracts/roles';
import type { AccessSnapshot, ClaimedRole, GrantRecord, PersonRecord } from './access-snapshot.ts';

const isRole = (name: string): name is RoleName => (roleNames as readonly string[]).includes(name);

const grantOf = ([roleName, tenantId]: ClaimedRole): GrantRecord => ({
  grantId: `claimed ${roleName} ${tenantId ?? 'all'}`,
  userId: undefined,
  groupName: undefined,
  tenantId: tenantId ?? undefined,
  roleName,
  permissions: isRole(roleName) ? builtInRoles[roleName] : [],
  createdTime: Number.POSITIVE_INFINITY,
});

/**
 * The grants of a person who is not calling: direct ones, and those from groups and claims as of the last sign-in. For
 * a caller, the claims of the call apply instead.
 */
export const knownGrants = (snapshot: AccessSnapshot, person: PersonRecord): readonly GrantRecord[] => [
  ...(snapshot.grantsByUser.get(person.userId) ?? []),
  ...person.claimedGroups.flatMap((group) => snapshot.grantsByGroup.get(group) ?? []),
  ...person.claimedRoles.map(grantOf),
];
