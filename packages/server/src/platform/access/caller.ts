import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration.ts';
import { createAccessTokens } from './access-token.ts';
import type { AccessSnapshot, AccessSnapshots, PersonRecord } from './access-snapshot.ts';
import { createClaimsMap, valuesOf } from './claims-map.ts';
import type { IdentitySource } from './identity-source.ts';
import type { MachineCredential, MachineVerifiers } from './machine-verifiers.ts';
import { heldPermissions, type HeldPermissions } from './permissions-held.ts';
import { createPersonFinder } from './person-finder.ts';
import { isTenantToken, verifyTenantToken } from './tenant-tokens.ts';

/** Who a credential belongs to. A stranger signed in at the provider, but nobody invited them. */
export type Caller =
  | { readonly kind: 'person'; readonly person: PersonRecord; readonly held: HeldPermissions }
  | { readonly kind: 'machine'; readonly credential: MachineCredential; readonly readsLists: boolean }
  | { readonly kind: 'stranger' };

export interface Callers {
  /** The caller behind a bearer credential; a 401 problem for one that does not hold. */
  identify(credential: string, snapshot: AccessSnapshot): Promise<Caller>;
}

const machineUses = ['enrol', 'packets'] as const;

export const createCallers = (options: {
  readonly source: IdentitySource;
  readonly configuration: Pick<Configuration, 'groupsClaim' | 'claimsMap'>;
  readonly machines: MachineVerifiers;
  readonly gate: AccessGate;
  readonly snapshots: AccessSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
}): Callers => {
  const tokens = createAccessTokens(options.source, options.clock);
  const finder = createPersonFinder(options);
  const mappedGrants = createClaimsMap(options.configuration.claimsMap);

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

  return {
    async identify(credential, snapshot) {
      if (isTenantToken(credential)) return tokenCaller(credential, snapshot);
      const machine = await options.machines.verify(credential);
      if (machine) return { kind: 'machine', credential: machine, readsLists: false };
      const claims = await tokens.verify(credential);
      const person = await finder.find(claims, credential, snapshot);
      if (!person) return { kind: 'stranger' };
      const groups = valuesOf(claims[options.configuration.groupsClaim]);
      return { kind: 'person', person, held: heldPermissions(snapshot, person, groups, mappedGrants(claims)) };
    },
  };
};
