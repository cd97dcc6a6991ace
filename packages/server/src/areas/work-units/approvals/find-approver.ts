import type { AccessSnapshot, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { knownGrants } from '../../../platform/access/known-grants.ts';
import { touches } from '../../access/people/find-people.ts';

/**
 * The person who decides under a mail: tied to a sign-in at the provider, which has verified the mail, and allowed to
 * view the tenant's units, by grants of their own or by what their claims brought at the last sign-in. `undefined` for
 * anybody else and for groups.
 */
export const findApprover = (
  snapshot: AccessSnapshot,
  provider: string,
  tenantId: string,
  mail: string,
): PersonRecord | undefined => {
  const tenant = { kind: 'tenants', tenantIds: [tenantId] } as const;
  return snapshot.peopleByMail
    .get(mail.trim().toLowerCase())
    ?.find(
      (person) =>
        person.enabled &&
        person.provider === provider &&
        person.subject !== undefined &&
        knownGrants(snapshot, person).some(
          (grant) => grant.permissions.includes('WorkUnits:view') && touches(tenant, grant),
        ),
    );
};
