import { sql } from 'kysely';
import type { ClaimedRole, PersonRecord } from '../../../platform/access/access-snapshot.ts';
import type { SnapshotTable } from '../../../platform/access/access-tables.ts';

type Columns = readonly [
  userId: string,
  mail: string,
  name: string,
  provider: string,
  subject: string | null,
  pictureAddress: string | null,
  enabled: boolean,
  invitedIn: string | null,
  claimedGroups: string[],
  claimedRoles: ClaimedRole[],
  claimedAt: number,
];

/** The people and invitations of the access snapshot, by name. */
export const personRecords: SnapshotTable<PersonRecord> = {
  select: sql`select json_build_array(user_id, mail, name, provider, subject, picture_address, enabled, invited_in,
      claimed_groups, claimed_roles, claimed_at) as item
    from cfs.people order by name, user_id`,
  toItem: ([
    userId,
    mail,
    name,
    provider,
    subject,
    picture,
    enabled,
    invitedIn,
    claimedGroups,
    claimedRoles,
    claimedAt,
  ]: Columns) => ({
    userId,
    mail,
    name,
    provider,
    subject: subject ?? undefined,
    pictureAddress: picture ?? undefined,
    claimedGroups,
    claimedRoles,
    claimedAt,
    enabled,
    invitedIn: invitedIn ?? undefined,
  }),
};
