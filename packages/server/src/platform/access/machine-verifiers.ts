import type { Actor } from '../context.ts';
import type { MachineUse } from '../http/app-instance.ts';

/** A validated machine credential: its owner, tenant and use. */
export interface MachineCredential {
  readonly actor: Actor;
  readonly tenantId: string;
  readonly uses: readonly MachineUse[];
}

/**
 * Validates bearer credentials other than tenant tokens. Returns `undefined` for a credential of another kind, which is
 * passed to the next verifier and finally to the identity provider's keys; throws a 401 problem for an invalid one of
 * its kind.
 */
export type MachineVerifier = (credential: string) => Promise<MachineCredential | undefined>;

/** Where areas register verifiers of machine credentials. */
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
