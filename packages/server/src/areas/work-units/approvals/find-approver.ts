import type { AccessSnapshot, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import { holdsIn } from '../../access/people/find-people.ts';

/**
 * Returns the person with a mail who may be an approver: one who has signed in at the provider, which has verified the
 * mail, and who may view the tenant's units, by own grants or by the claims of the last sign-in. `undefined` for
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
