import { hkdfSync } from 'node:crypto';

/** The purpose of a key; keys of different purposes are independent. */
export type KeyPurpose =
  | 'device token'
  | 'score link'
  | 'reply address'
  | 'subscriber link'
  | 'status page'
  | 'audit record'
  | 'audit seal'
  | 'data key'
  | 'product key';

/** Keys derived from the master key; they are stored nowhere, so that no reader of the database knows them. */
export interface DerivedKeys {
  /** A fingerprint of the master key that does not reveal it: stored with data that is verified years later. */
  readonly keyId: string;
  /** The 32-byte key of a purpose and a subject: equal on every node, independent of all others. It must not be changed. */
  keyFor(purpose: KeyPurpose, ...about: readonly string[]): Buffer;
}

const keyBytes = 32;
const keyIdBytes = 8;
/** Maximum number of cached keys; the oldest one is evicted. */
const cachedKeys = 1_000;

export const createDerivedKeys = (masterKey: Uint8Array): DerivedKeys => {
  const derive = (info: readonly string[], length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'cfs derived keys', JSON.stringify(info), length));
  const cache = new Map<string, Buffer>();
  return {
    keyId: derive(['key id'], keyIdBytes).toString('hex'),
    keyFor(purpose, ...about) {
      const name = JSON.stringify([purpose, ...about]);
      const known = cache.get(name);
      if (known) return known;
      const key = derive(['key', purpose, ...about], keyBytes);
      cache.set(name, key);
      const [oldest] = cache.keys();
      if (cache.size > cachedKeys && oldest !== undefined) cache.delete(oldest);
      return key;
    },
  };
};
