import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DerivedKeys } from './derived-keys.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** A stored value cannot be decrypted: another master key, or the database was changed. The message is for operators. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError';
}

/** A data key as the database stores it. */
export interface WrappedDataKey {
  readonly wrapped: Buffer;
  /** Identifies the master key that wrapped it. */
  readonly masterKeyId: string;
}

/** The owner of a data key; authenticated with the key, so that no row can replace another. */
export interface DataKeyOwner {
  readonly tenantId: string;
  readonly version: number;
}

/** The owner of a value; authenticated with the value. */
export interface ValueOwner {
  readonly tenantId: string;
  readonly name: string;
}

/** Nonce, tag and ciphertext of AES-256-GCM; the nonce is random. */
const seal = (key: Uint8Array, about: readonly string[], plain: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(JSON.stringify(about)));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** The plain bytes; `undefined` if the key or the owner differs, or the bytes were changed. */
const open = (key: Uint8Array, about: readonly string[], sealed: Buffer): Buffer | undefined => {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(JSON.stringify(about)));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
};

const wrappingKey = (keys: DerivedKeys, { tenantId }: DataKeyOwner): Buffer => keys.keyFor('data key', tenantId);
const keyAbout = ({ tenantId, version }: DataKeyOwner) => ['data key', tenantId, String(version)];
const valueAbout = ({ tenantId, name }: ValueOwner) => ['value', tenantId, name];

/** A new random data key, wrapped by a key that is derived from the master key. */
export const createDataKey = (keys: DerivedKeys, owner: DataKeyOwner): WrappedDataKey => ({
  wrapped: seal(wrappingKey(keys, owner), keyAbout(owner), randomBytes(keyBytes)),
  masterKeyId: keys.keyId,
});

/**
 * Unwraps a data key.
 *
 * @throws SealedValueError if another master key wrapped it, or it was changed.
 */
export const unwrapDataKey = (keys: DerivedKeys, owner: DataKeyOwner, stored: WrappedDataKey): Buffer => {
  if (stored.masterKeyId !== keys.keyId)
    throw new SealedValueError(
      `The secrets of tenant ${owner.tenantId} were encrypted under the master key ${stored.masterKeyId}, ` +
        `and this server has ${keys.keyId}. Restore that master key (MASTER_KEY or MASTER_KEY_FILE).`,
    );
  const key = open(wrappingKey(keys, owner), keyAbout(owner), stored.wrapped);
  if (key === undefined)
    throw new SealedValueError(
      `The data key ${owner.version} of tenant ${owner.tenantId} was changed in the database. Restore it from a backup.`,
    );
  return key;
};

/** Encrypts the value and authenticates it together with its tenant and name. */
export const sealValue = (dataKey: Uint8Array, owner: ValueOwner, value: string): Buffer =>
  seal(dataKey, valueAbout(owner), Buffer.from(value));

/**
 * Decrypts a sealed value.
 *
 * @throws SealedValueError if it was sealed for another tenant, name or key, or was changed.
 */
export const openValue = (dataKey: Uint8Array, owner: ValueOwner, sealed: Buffer): string => {
  const plain = open(dataKey, valueAbout(owner), sealed);
  if (plain === undefined)
    throw new SealedValueError(
      `The secret "${owner.name}" of tenant ${owner.tenantId} was changed in the database. Enter its value again.`,
    );
  return plain.toString('utf8');
};
