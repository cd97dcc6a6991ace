import { peopleSearchLimit, type PersonLookup } from '@cfs/contracts/access';
import type { Permission } from '@cfs/contracts/permissions';
import type { AccessSnapshot, GrantRecord, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { knownGrants } from '../../../platform/access/known-grants.ts';
import type { Scope } from '../../../platform/context.ts';

/** Whether a grant applies in one of the tenants of the scope; a grant in all tenants always does. */
export const touches = (scope: Scope, grant: GrantRecord): boolean =>
  scope.kind === 'all' || grant.tenantId === undefined || scope.tenantIds.includes(grant.tenantId);

const matches = (term: string, ...texts: readonly string[]): boolean => {
  const wanted = term.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
};

/** Whether the person may work in one of the tenants, or is invited there. */
export const worksIn = (snapshot: AccessSnapshot, scope: Scope, person: PersonRecord): boolean =>
  knownGrants(snapshot, person).some((grant) => touches(scope, grant));

/** Whether the person is enabled and holds the permission in the tenant, by the grants that are known. */
export const holdsIn = (
  snapshot: AccessSnapshot,
  tenantId: string,
  permission: Permission,
  person: PersonRecord,
): boolean => {
  const tenant = { kind: 'tenants', tenantIds: [tenantId] } as const;
  return (
    person.enabled &&
    knownGrants(snapshot, person).some((grant) => grant.permissions.includes(permission) && touches(tenant, grant))
  );
};

/**
 * Returns the first `peopleSearchLimit` enabled people, by name, whose name or mail contains the term and who may work
 * in the tenants of the scope. A pending invitation is found by its own name and mail, unless its person is within the
 * scope too.
 */
export const findPeople = (snapshot: AccessSnapshot, scope: Scope, term: string): PersonLookup[] =>
  [...snapshot.people.values()]
    .filter((person) => person.enabled && matches(term, person.name, person.mail) && worksIn(snapshot, scope, person))
    .filter(
      (person) =>
        person.invitedIn === undefined ||
        !snapshot.peopleByMail.get(person.mail.toLowerCase())?.some((each) => worksIn(snapshot, scope, each)),
    )
    .slice(0, peopleSearchLimit)
    .map((person) => ({ displayName: person.name, mail: person.mail }));

/**
 * Returns matching groups of the identity provider with a grant in the tenants of the scope; their mail is their name.
 */
export const findGroups = (snapshot: AccessSnapshot, scope: Scope, term: string): PersonLookup[] =>
  [...snapshot.grantsByGroup]
    .filter(([name, grants]) => matches(term, name) && grants.some((grant) => touches(scope, grant)))
    .slice(0, peopleSearchLimit)
    .map(([name]) => ({ displayName: name, mail: name }));
