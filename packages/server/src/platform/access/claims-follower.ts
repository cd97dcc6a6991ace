import type { Logger } from 'pino';
import type { AccessGate } from '../database/gate.ts';
import type { SignInWrites } from './access-tables.ts';
import type { AccessSnapshot, ClaimedRole, GrantRecord, PersonRecord } from './access-snapshot.ts';

/** The parts of an access token that concern a person's access. */
export interface AccessClaims {
  readonly groups: readonly string[];
  /** The grants of the claims map. */
  readonly mapped: readonly GrantRecord[];
  /** `iat` in seconds since 1970; tokens without it are not followed. */
  readonly issuedAt: number | undefined;
}

/** Stores the access that people's claims give them, so that it is known between their calls. */
export interface ClaimsFollower {
  /** Stores the differences of a newer token. Resolves when they are stored or storing has failed; never rejects. */
  follow(person: PersonRecord, claims: AccessClaims, snapshot: AccessSnapshot): Promise<void>;
}

const maximumGroups = 200;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const createClaimsFollower = ({
  gate,
  signIns,
  log,
}: {
  readonly gate: AccessGate;
  readonly signIns: SignInWrites;
  readonly log: Pick<Logger, 'info'>;
}): ClaimsFollower => ({
  async follow(person, { groups, mapped, issuedAt = 0 }, snapshot) {
    if (issuedAt <= person.claimedAt) return;
    const granted = [...new Set(groups)].filter((group) => snapshot.grantsByGroup.has(group)).sort();
    const kept = granted.slice(0, maximumGroups);
    const roles = mapped.map(({ roleName, tenantId }): ClaimedRole => [roleName, tenantId ?? null]);
    if (isSame(kept, person.claimedGroups) && isSame(roles, person.claimedRoles)) return;
    try {
      await gate.access((db) => signIns.storeClaims(db, person, { groups: kept, roles, issuedAt }));
    } catch (error) {
      log.info({ userId: person.userId, err: error }, 'the claims of a person could not be stored');
    }
  },
});
