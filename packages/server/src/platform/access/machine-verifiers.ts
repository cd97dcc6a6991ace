import type { Actor } from '../context.ts';
import type { MachineUse } from '../http/app-instance.ts';

/** What a machine's credential says once it holds: who it is, its one tenant, what it may be used for. */
export interface MachineCredential {
  readonly actor: Actor;
  readonly tenantId: string;
  readonly uses: readonly MachineUse[];
}

/**
 * Looks at a bearer credential that is no tenant token. Answers `undefined` for one that is not of its kind (the next
 * verifier, at last the identity provider's keys, look at it then) and throws a 401 problem for one that is but does
 * not hold.
 */
export type MachineVerifier = (credential: string) => Promise<MachineCredential | undefined>;

/** Where areas add the credentials of their machines. */
export interface MachineVerifiers {
  register(verifier: MachineVerifier): void;
  verify(credential: string): Promise<MachineCredential | undefined>;
}

export const createMachineVerifiers = (): MachineVerifiers => {
  const verifiers: MachineVerifier[] = [];
  return {
    register: (verifier) => {
      verifiers.push(verifier);
    },
    verify: async (credential) => {
      for (const verifier of verifiers) {
        const found = await verifier(credential);
        if (found) return found;
      }
      return undefined;
    },
  };
};
