import { hkdfSync } from 'node:crypto';

/** What a key is for; a key of one purpose is useless for another. */
export type KeyPurpose = 'device token' | 'score link' | 'audit record' | 'audit seal';

/** Keys that follow from the master key and are stored nowhere, so that no reader of the database knows one. */
export interface DerivedKeys {
  /** Names the master key without revealing it: stored beside what is checked after years. */
  readonly keyId: string;
  /** The 32 bytes for a purpose and what it is about: the same on every node, independent of any other. */
  keyFor(purpose: KeyPurpose, ...about: readonly string[]): Buffer;
}

const keyBytes = 32;
const keyIdBytes = 8;

export const createDerivedKeys = (masterKey: Uint8Array): DerivedKeys => {
  const derive = (info: readonly string[], length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'cfs derived keys', JSON.stringify(info), length));
  return {
    keyId: derive(['key id'], keyIdBytes).toString('hex'),
    keyFor: (purpose, ...about) => derive(['key', purpose, ...about], keyBytes),
  };
};
