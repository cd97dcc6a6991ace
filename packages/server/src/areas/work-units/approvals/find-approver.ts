import type { AccessSnapshot, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { holdsIn } from '../../access/people/find-people.ts';

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
  return snapshot.peopleByMail
    .get(mail.trim().toLowerCase())
    ?.find(
      (person) =>
        person.provider === provider &&
        person.subject !== undefined &&
        holdsIn(snapshot, tenantId, 'WorkUnits:view', person),
    );
};
