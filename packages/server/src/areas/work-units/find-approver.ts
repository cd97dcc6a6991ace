import type { AccessSnapshot, PersonRecord } from '../../platform/access/access-snapshot.ts';
import { heldPermissions } from '../../platform/access/permissions-held.ts';

/**
 * The person who decides under a mail: tied to a sign-in at the provider, which has verified the mail, and allowed to
 * view the tenant's units. `undefined` for anybody else and for groups.
 */
export const findApprover = (
  snapshot: AccessSnapshot,
  provider: string,
  tenantId: string,
  mail: string,
): PersonRecord | undefined =>
  snapshot.peopleByMail
    .get(mail.trim().toLowerCase())
    ?.find(
      (person) =>
        person.enabled &&
        person.provider === provider &&
        person.subject !== undefined &&
        heldPermissions(snapshot, person).inTenant(tenantId).has('WorkUnits:view'),
    );
