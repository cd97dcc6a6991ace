import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration.ts';
import { forbidden, unauthorized } from '../problems.ts';
import type { SignInWrites } from './access-tables.ts';
import type { AccessTokens } from './access-token.ts';
import type { AccessSnapshot, AccessSnapshots, PersonRecord } from './access-snapshot.ts';
import { createClaimsFollower } from './claims-follower.ts';
import { createClaimsMap, valuesOf } from './claims-map.ts';
import { hasEnded } from './has-ended.ts';
import type { IdentitySource } from './identity-source.ts';
import type { MachineCredential, MachineVerifiers } from './machine-verifiers.ts';
import { invitationsOf } from './invitations.ts';
import { heldPermissions, type HeldPermissions } from './permissions-held.ts';
import { createPersonFinder, type SubjectTie } from './person-finder.ts';
import { isTenantToken, verifyTenantToken } from './tenant-tokens.ts';

/** The owner of a credential. A stranger is authenticated by the provider but not invited. */
export type Caller =
  | { readonly kind: 'person'; readonly person: PersonRecord; readonly held: HeldPermissions }
  | { readonly kind: 'machine'; readonly credential: MachineCredential; readonly readsLists: boolean }
  | { readonly kind: 'stranger' };

export interface Callers {
  /**
   * Returns the caller of a bearer credential; throws a 401 problem for an invalid one. A first sign-in accepts the
   * invitation of the tenant that the request names.
   */
  identify(credential: string, snapshot: AccessSnapshot, namedTenant: () => string | undefined): Promise<Caller>;
}

const machineUses = ['enrol', 'packets'] as const;

type Person = Caller & { readonly kind: 'person' };

/**
 * Caches the people of validated tokens for one snapshot, so that their permissions are computed once for each token.
 * The cache is empty for a new snapshot; expired tokens are evicted.
 */
const createKnownPeople = () => {
  const maxTokens = 5_000;
  type People = Map<string, { readonly person: Person; readonly until: number }>;
  const bySnapshot = new WeakMap<AccessSnapshot, People>();
  return {
    find(credential: string, snapshot: AccessSnapshot, now: Date): Person | undefined {
      const found = bySnapshot.get(snapshot)?.get(credential);
      return found && found.until > now.getTime() ? found.person : undefined;
    },
    add(credential: string, snapshot: AccessSnapshot, person: Person, until: number): void {
      const people = bySnapshot.get(snapshot) ?? (new Map() as People);
      if (people.size >= maxTokens) people.clear();
      people.set(credential, { person, until });
      bySnapshot.set(snapshot, people);
    },
  };
};

export const createCallers = (options: {
  readonly source: IdentitySource;
  readonly tokens: AccessTokens;
  readonly configuration: Pick<Configuration, 'groupsClaim' | 'claimsMap' | 'mailVerifiedClaim'>;
  readonly machines: MachineVerifiers;
  readonly gate: AccessGate;
  readonly signIns: SignInWrites;
  readonly tieSubject: SubjectTie;
  readonly snapshots: AccessSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
}): Callers => {
  const finder = createPersonFinder(options);
  const mappedGrants = createClaimsMap(options.configuration.claimsMap);
  const follower = createClaimsFollower(options);

  const tokenCaller = (credential: string, snapshot: AccessSnapshot): Caller => {
    const grant = verifyTenantToken(credential, snapshot, options.clock.now());
    return {
      kind: 'machine',
      readsLists: grant.purposes.includes('read'),
      credential: {
        actor: { kind: 'token', tokenGrantId: grant.tokenGrantId, name: grant.name },
        tenantId: grant.tenantId,
        uses: machineUses.filter((use) => grant.purposes.includes(use)),
      },
    };
  };

  const people = createKnownPeople();

  return {
    async identify(credential, snapshot, namedTenant) {
      const known = people.find(credential, snapshot, options.clock.now());
      if (known) return known;
      if (isTenantToken(credential)) return tokenCaller(credential, snapshot);
      const machine = await options.machines.verify(credential);
      if (machine) {
        // Agents keep what they have to send after a 403, and try again.
        if (snapshot.tenants.get(machine.tenantId)?.enabled === false)
          throw forbidden('The tenant of the device is disabled.');
        return { kind: 'machine', credential: machine, readsLists: false };
      }
      const claims = await options.tokens.verify(credential);
      if (hasEnded(snapshot, options.source.provider, claims)) throw unauthorized('The sign-in has ended.');
      const person = await finder.find(claims, credential, snapshot, namedTenant);
      if (!person) return { kind: 'stranger' };
      const groups = valuesOf(claims[options.configuration.groupsClaim]);
      const mapped = mappedGrants(claims);
      // Not awaited: the call does not depend on it.
      void follower.follow(person, { groups, mapped, issuedAt: claims.iat }, snapshot);
      const invited = invitationsOf(snapshot, person).flatMap(({ userId }) => snapshot.grantsByUser.get(userId) ?? []);
      const held = heldPermissions(snapshot, person, groups, mapped, invited);
      const caller: Person = { kind: 'person', person, held };
      people.add(credential, snapshot, caller, claims.exp * 1_000);
      return caller;
    },
  };
};
