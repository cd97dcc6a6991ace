import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { touches, worksIn } from '../../access/people/find-people.ts';

/**
 * The mail of the person or group that a unit of the tenant is assigned to; `undefined` for anybody who does not work
 * for the tenant, so that nothing of a unit is mailed to a stranger. A group has no mail but its name.
 */
export const findAssignee = (snapshot: AccessSnapshot, tenantId: string, assignedTo: string): string | undefined => {
  const tenant = { kind: 'tenants', tenantIds: [tenantId] } as const;
  const mail = assignedTo.trim().toLowerCase();
  const person = [snapshot.peopleByMail, snapshot.invitationsByMail]
    .flatMap((known) => known.get(mail) ?? [])
    .find((each) => each.enabled && worksIn(snapshot, tenant, each));
  if (person) return person.mail;
  return snapshot.grantsByGroup.get(assignedTo)?.some((grant) => touches(tenant, grant)) ? assignedTo : undefined;
};
