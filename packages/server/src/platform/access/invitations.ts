import type { AccessSnapshot, PersonRecord } from './access-snapshot.ts';

/** The invitations of the person that are not yet accepted. */
export const invitationsOf = (snapshot: AccessSnapshot, person: PersonRecord): readonly PersonRecord[] =>
  (snapshot.invitationsByMail.get(person.mail.toLowerCase()) ?? []).filter(
    ({ userId, provider, enabled }) => provider === person.provider && enabled && userId !== person.userId,
  );

/** The invitation that the person accepts by opening the tenant. */
export const invitationIn = (
  snapshot: AccessSnapshot,
  person: PersonRecord,
  tenantId: string,
): PersonRecord | undefined => invitationsOf(snapshot, person).find(({ invitedIn }) => invitedIn === tenantId);
