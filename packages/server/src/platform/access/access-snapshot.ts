import type { Permission } from '@cfs/contracts/permissions';

/** The columns of a tenant that access checks and lookups need. */
export interface TenantRecord {
  readonly tenantId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly agentDownloadUrl: string | undefined;
}

export interface SubscriptionRecord {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly name: string;
}

/** A built-in role granted by the claims map, in a tenant or (null) in all. */
export type ClaimedRole = readonly [roleName: string, tenantId: string | null];

/** A person invited for one provider; `subject` is set at the first sign-in and never changes. */
export interface PersonRecord {
  readonly userId: string;
  /** The person's identity in `userName`, `createdBy` and `assignedTo`. */
  readonly mail: string;
  readonly name: string;
  readonly provider: string;
  readonly subject: string | undefined;
  readonly pictureAddress: string | undefined;
  /** Names of the groups with grants in the latest access token. */
  readonly claimedGroups: readonly string[];
  /** The grants of the claims map for the latest access token. */
  readonly claimedRoles: readonly ClaimedRole[];
  /** `iat` of that token in seconds since 1970; 0 before the first. */
  readonly claimedAt: number;
  /** A disabled person is refused by every call. */
  readonly enabled: boolean;
  /**
   * The tenant of an invitation that is not yet accepted, that is, the person has not opened the tenant; `undefined`
   * for a person.
   */
  readonly invitedIn: string | undefined;
}

/** The tenant and subscription selected last. */
export interface StoredContext {
  readonly tenantId: string;
  readonly subscriptionId: string | undefined;
}

/** Permissions of one user or identity-provider group, in one tenant or (`tenantId` undefined) in all. */
export interface GrantRecord {
  readonly grantId: string;
  readonly userId: string | undefined;
  readonly groupName: string | undefined;
  readonly tenantId: string | undefined;
  readonly roleName: string;
  readonly permissions: readonly Permission[];
  /** Milliseconds since 1970; infinite if unknown, as for grants from claims. */
  readonly createdTime: number;
}

/** A tenant token, by its SHA-256 only. The snapshot includes revoked tokens. */
export interface TokenGrantRecord {
  readonly tokenGrantId: string;
  readonly tenantId: string;
  readonly name: string;
  /** Hexadecimal SHA-256 of the whole token. */
  readonly hash: string;
  readonly purposes: readonly string[];
  /** `undefined` for tokens that do not expire. */
  readonly expiresOn: Date | undefined;
  readonly revokedOn: Date | undefined;
}

/** All access tables as of one moment, read in one transaction. */
export interface AccessSnapshot {
  /** Incremented by every committed change of the access tables. */
  readonly epoch: string;
  readonly tenants: ReadonlyMap<string, TenantRecord>;
  /** Sorted by name, case-insensitively; without the System tenant. */
  readonly tenantsByName: readonly TenantRecord[];
  readonly subscriptions: ReadonlyMap<string, SubscriptionRecord>;
  /** Includes invitations that are not yet accepted, in addition to the person whom they may concern. */
  readonly people: ReadonlyMap<string, PersonRecord>;
  /** By provider and subject, combined by `subjectKey`. */
  readonly peopleBySubject: ReadonlyMap<string, PersonRecord>;
  /** By lower-case mail, without invitations; a mail may be invited for several providers. */
  readonly peopleByMail: ReadonlyMap<string, readonly PersonRecord[]>;
  /** Invitations that are not yet accepted, by lower-case mail. */
  readonly invitationsByMail: ReadonlyMap<string, readonly PersonRecord[]>;
  readonly storedContexts: ReadonlyMap<string, StoredContext>;
  readonly grantsByUser: ReadonlyMap<string, readonly GrantRecord[]>;
  readonly grantsByGroup: ReadonlyMap<string, readonly GrantRecord[]>;
  /** By the hexadecimal hash. */
  readonly tokensByHash: ReadonlyMap<string, TokenGrantRecord>;
  /**
   * Tokens of the session are refused unless the person authenticated after this time; by provider and session id,
   * combined by `subjectKey`.
   */
  readonly endedSessions: ReadonlyMap<string, Date>;
  /** Tokens of the subject issued before this time are refused; by provider and subject. */
  readonly endedSubjects: ReadonlyMap<string, Date>;
}

/** A map key for a provider and one of its subjects or sessions. */
export const subjectKey = (provider: string, subject: string): string => JSON.stringify([provider, subject]);

/** The current snapshot; validated against the database within the last second. */
export interface AccessSnapshots {
  /** Reloads first if the last validation is older than a second; throws a 503 problem if that fails. */
  current(): Promise<AccessSnapshot>;
  /** Reloads unconditionally: for a caller that has just changed an access table. */
  refresh(): Promise<AccessSnapshot>;
  /** Stops polling. */
  close(): Promise<void>;
}
