import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type {
  ClaimedRole,
  PersonRecord,
  SubscriptionRecord,
  TenantRecord,
  TokenGrantRecord,
} from './access-snapshot.ts';

/** A table that the access snapshot holds completely. */
export interface SnapshotTable<Item> {
  /** A select of one column, `item`: a JSON array of the columns, in the order of the items. */
  readonly select: RawBuilder<unknown>;
  /** The item of such an array. */
  readonly toItem: (columns: never) => Item;
}

/** A role as it is stored: in a tenant, or in the System tenant for all. */
export interface RoleRecord {
  readonly tenantId: string;
  readonly roleName: string;
  /** Texts of permissions. */
  readonly permissions: readonly string[];
}

/** A grant as it is stored: in a tenant, or in the System tenant for all. */
export interface StoredGrant {
  readonly grantId: string;
  readonly userId: string | undefined;
  readonly groupName: string | undefined;
  readonly tenantId: string;
  readonly roleName: string;
  readonly createdTime: number;
}

/** The data that a token has about a person who signs in for the first time. */
export interface FirstSignIn {
  readonly subject: string;
  /** The address of their picture at the provider. */
  readonly picture: string | null;
}

/** What sign-ins write to a person's row, through the connection of the role that authenticates callers. */
export interface SignInWrites {
  /** Stores what an access token claims, unless a newer one was stored; `issuedAt` in seconds since 1970. */
  storeClaims(
    db: Kysely<Database>,
    person: PersonRecord,
    claims: {
      readonly groups: readonly string[];
      readonly roles: readonly ClaimedRole[];
      readonly issuedAt: number;
    },
  ): Promise<void>;
  storePictureAddress(db: Kysely<Database>, person: PersonRecord, address: string | null): Promise<void>;
}

/**
 * The tables of areas that authentication and authorization need: the areas that own them provide how they are read
 * and written, so that the platform names none of them.
 */
export interface AccessTables {
  /** By name; with the System tenant. */
  readonly tenants: SnapshotTable<TenantRecord>;
  readonly subscriptions: SnapshotTable<SubscriptionRecord>;
  readonly people: SnapshotTable<PersonRecord>;
  readonly roles: SnapshotTable<RoleRecord>;
  readonly grants: SnapshotTable<StoredGrant>;
  readonly tokens: SnapshotTable<TokenGrantRecord>;
  readonly signIns: SignInWrites;
  /**
   * Ties a person without a subject, or an invitation, to the subject of a token. Does nothing if another person of the
   * provider has that subject, or another person has accepted an invitation of the same mail. Resolves to whether this
   * call tied them.
   *
   * @throws a unique violation when another call does so at the same moment.
   */
  readonly tieSubject: (
    services: Pick<Services, 'gate' | 'clock'>,
    person: PersonRecord,
    signIn: FirstSignIn,
  ) => Promise<boolean>;
}
