import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { touches, worksIn } from '../../access/people/find-people.ts';

/**
 * Returns the mail of the person or group that a unit of the tenant is assigned to. `undefined` for anybody without
 * access to the tenant, so that units are not mailed to outsiders. For a group, its name is returned as the mail.
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
