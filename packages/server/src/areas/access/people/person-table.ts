import type { ColumnType } from 'kysely';

/** A row of cfs.people, all of which belong to the System tenant. */
export interface PersonTable {
  tenant_id: string;
  user_id: string;
  mail: string;
  name: string;
  /** The provider that the invitation is for. */
  provider: string;
  /** The provider's identifier of the person (`sub`), once a sign-in was tied to the invitation. */
  subject: string | null;
  first_sign_in: Date | null;
  picture_address: string | null;
  /** Claims of the newest access token, written by sign-ins. */
  claimed_groups: ColumnType<string[], never, string[]>;
  claimed_roles: ColumnType<unknown, never, unknown>;
  claimed_at: ColumnType<string, never, number>;
  enabled: boolean;
  /** The tenant of a pending invitation; null for a person. */
  invited_in: string | null;
  created: Date;
  created_by: string;
  /** Null until the first change after the invitation. */
  modified: Date | null;
  modified_by: string | null;
}
