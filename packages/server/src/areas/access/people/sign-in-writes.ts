import { sql } from 'kysely';
import type { SignInWrites } from '../../../platform/access/access-tables.ts';

/** The updates of a person's row by sign-ins. */
export const signInWrites: SignInWrites = {
  async storeClaims(db, { userId }, { groups, roles, issuedAt }) {
    await sql`update cfs.people set claimed_groups = ${groups}::text[], claimed_roles = ${JSON.stringify(roles)}::jsonb,
        claimed_at = ${issuedAt}
      where user_id = ${userId} and claimed_at < ${issuedAt}`.execute(db);
  },
  async storePictureAddress(db, { userId }, address) {
    await sql`update cfs.people set picture_address = ${address} where user_id = ${userId}`.execute(db);
  },
};
