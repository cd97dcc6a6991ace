import type { Permission } from '@cfs/contracts/permissions';

/** A tenant as far as access and lookups need to know it. */
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

/** A built-in role by the claims map, in a tenant or (null) in all. */
export type ClaimedRole = readonly [roleName: string, tenantId: string | null];

/** A person who was invited for one provider; `subject` is set once a sign-in has been tied to the invitation. */
export interface PersonRecord {
  readonly userId: string;
  /** Stands as `userName`, `createdBy`, `assignedTo` wherever a person is named. */
  readonly mail: string;
  readonly name: string;
  readonly provider: string;
  readonly subject: string | undefined;
  readonly pictureAddress: string | undefined;
  /** Groups with grants that the newest access token named, by name. */
  readonly claimedGroups: readonly string[];
  /** What the claims map made of the newest access token. */
  readonly claimedRoles: readonly ClaimedRole[];
  /** When that token was issued, in seconds since 1970; 0 before the first. */
  readonly claimedAt: number;
  /** A disabled person is a stranger to every call. */
  readonly enabled: boolean;
  /** The tenant of an invitation that its person has not accepted by opening the tenant; `undefined` for a person. */
  readonly invitedIn: string | undefined;
}

/** The tenant and subscription that a person chose last. */
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
  /** Milliseconds since 1970; infinite where nobody knows, as for grants that follow from claims. */
  readonly createdTime: number;
}

/** A tenant token; the token itself is nowhere, only its SHA-256. Revoked ones are part of the snapshot too. */
export interface TokenGrantRecord {
  readonly tokenGrantId: string;
  readonly tenantId: string;
  readonly name: string;
  /** Hexadecimal SHA-256 of the whole token. */
  readonly hash: string;
  readonly purposes: readonly string[];
  /** `undefined`: does not expire. */
  readonly expiresOn: Date | undefined;
  readonly revokedOn: Date | undefined;
}

/** Who may do what, complete and of one moment: whole tables, read in one transaction. */
export interface AccessSnapshot {
  /** Changes with every committed change of the tables behind. */
  readonly epoch: string;
  readonly tenants: ReadonlyMap<string, TenantRecord>;
  /** By name, without regard to case; the System tenant is not among them. */
  readonly tenantsByName: readonly TenantRecord[];
  readonly subscriptions: ReadonlyMap<string, SubscriptionRecord>;
  /** Invitations that are not accepted yet are among them, each beside the person whom it may be meant for. */
  readonly people: ReadonlyMap<string, PersonRecord>;
  /** By provider and subject, as `subjectKey` joins them. */
  readonly peopleBySubject: ReadonlyMap<string, PersonRecord>;
  /** By lower-case mail, without invitations; the same mail may be invited for several providers. */
  readonly peopleByMail: ReadonlyMap<string, readonly PersonRecord[]>;
  /** Invitations that are not accepted yet, by lower-case mail. */
  readonly invitationsByMail: ReadonlyMap<string, readonly PersonRecord[]>;
  readonly storedContexts: ReadonlyMap<string, StoredContext>;
  readonly grantsByUser: ReadonlyMap<string, readonly GrantRecord[]>;
  readonly grantsByGroup: ReadonlyMap<string, readonly GrantRecord[]>;
  /** By the hexadecimal hash. */
  readonly tokensByHash: ReadonlyMap<string, TokenGrantRecord>;
  /** Sessions of providers that were ended, by provider and session id, as `subjectKey` joins them. */
  readonly endedSessions: ReadonlySet<string>;
  /** Until when a subject's tokens must have been issued to be refused, by provider and subject. */
  readonly endedSubjects: ReadonlyMap<string, Date>;
}

/** The key of what belongs to a provider and one of its subjects or sessions. */
export const subjectKey = (provider: string, subject: string): string => JSON.stringify([provider, subject]);

/** The snapshot that may be trusted now: checked against the database within the last second. */
export interface AccessSnapshots {
  /** Reloads before it answers when the last check is older than a second; throws a 503 problem when that fails. */
  current(): Promise<AccessSnapshot>;
  /** Reads anew whatever the epoch says: for the caller that has just changed something behind it. */
  refresh(): Promise<AccessSnapshot>;
  /** Ends the polling. */
  close(): Promise<void>;
}
