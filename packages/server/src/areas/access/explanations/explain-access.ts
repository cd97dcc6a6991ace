import type { AccessExplanation, ExplainedGrant, GrantSource } from '@cfs/contracts/access-explanations';
import type { Permission } from '@cfs/contracts/permissions';
import type { AccessSnapshot, GrantRecord, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { invitationsOf } from '../../../platform/access/invitations.ts';
import { knownGrants } from '../../../platform/access/known-grants.ts';

const sourceOf = ({ userId, groupName }: GrantRecord): GrantSource => {
  if (groupName !== undefined) return 'Group';
  return userId === undefined ? 'Claims' : 'Person';
};

const applies =
  (tenantId: string) =>
  (grant: GrantRecord): boolean =>
    grant.tenantId === undefined || grant.tenantId === tenantId;

const explained = (grant: GrantRecord, source: GrantSource, permission: Permission): ExplainedGrant => ({
  source,
  grantId: source === 'Claims' ? null : grant.grantId,
  groupName: grant.groupName ?? null,
  roleName: grant.roleName,
  tenantId: grant.tenantId ?? null,
  isDecisive: grant.permissions.includes(permission),
});

/** Returns the grants that apply to a person in a tenant; those that give the permission come first. */
const grantsIn = (
  snapshot: AccessSnapshot,
  person: PersonRecord,
  permission: Permission,
  tenantId: string,
): readonly ExplainedGrant[] => {
  const own = knownGrants(snapshot, person).map((grant) => ({ grant, source: sourceOf(grant) }));
  const invited = invitationsOf(snapshot, person)
    .flatMap(({ userId }) => snapshot.grantsByUser.get(userId) ?? [])
    .map((grant) => ({ grant, source: 'Invitation' as const }));
  return [...own, ...invited]
    .filter(({ grant }) => applies(tenantId)(grant))
    .map(({ grant, source }) => explained(grant, source, permission))
    .toSorted((one, other) => Number(other.isDecisive) - Number(one.isDecisive));
};

/**
 * Explains why a person holds a permission in a tenant, or does not, by the grants that apply there, as authorisation
 * reads them. Groups and claims are those of the person's last sign-in, because only a token carries newer ones.
 * `provider` is the configured identity provider: people invited for another one are refused.
 */
export const explainAccess = (
  snapshot: AccessSnapshot,
  provider: string,
  person: PersonRecord,
  permission: Permission,
  tenantId: string,
): Omit<AccessExplanation, 'hasSignedIn'> => {
  const grants = grantsIn(snapshot, person, permission, tenantId);
  const reason = ((): AccessExplanation['reason'] => {
    if (!person.enabled) return 'Disabled';
    if (person.provider !== provider) return 'OtherProvider';
    if (grants.length === 0) return 'NoGrant';
    return grants[0]?.isDecisive === true ? 'Granted' : 'NotInRoles';
  })();
  return { userId: person.userId, permission, tenantId, isAllowed: reason === 'Granted', reason, grants: [...grants] };
};
