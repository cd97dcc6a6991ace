import { sql } from 'kysely';
import type { SignInWrites } from '../../../platform/access/access-tables.ts';

/** What sign-ins write to a person's row. */
export const signInWrites: SignInWrites = {
  async tieSubject(db, { userId }, { subject, picture, moment }) {
    await sql`update cfs.people set subject = ${subject}, first_sign_in = ${moment}, invited_in = null,
        picture_address = coalesce(picture_address, ${picture})
      where user_id = ${userId} and subject is null
        and not exists (select from cfs.people other where other.provider = people.provider
          and (other.subject = ${subject} or (people.invited_in is not null and other.invited_in is null
            and lower(other.mail) = lower(people.mail))))`.execute(db);
  },
  async storeClaims(db, { userId }, { groups, roles, issuedAt }) {
    await sql`update cfs.people set claimed_groups = ${groups}::text[], claimed_roles = ${JSON.stringify(roles)}::jsonb,
        claimed_at = ${issuedAt}
      where user_id = ${userId} and claimed_at < ${issuedAt}`.execute(db);
  },
  async storePictureAddress(db, { userId }, address) {
    await sql`update cfs.people set picture_address = ${address} where user_id = ${userId}`.execute(db);
  },
};
