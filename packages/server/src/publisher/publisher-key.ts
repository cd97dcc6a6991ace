import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fingerprintOf, rawPublicKeyOf } from '../areas/packages/bundles/ed25519.ts';
import { CommandError } from '../admin/command-error.ts';

/** The key of a publisher. */
export interface PublisherKeyPair {
  readonly privateKey: KeyObject;
  /** Raw. */
  readonly publicKey: Buffer;
  /** In the form that Publisher Keys of the portal accepts. */
  readonly publicKeyPem: string;
  readonly fingerprint: string;
}

const pairOf = (privateKey: KeyObject): PublisherKeyPair => {
  const publicKey = createPublicKey(privateKey);
  const raw = rawPublicKeyOf(publicKey);
  return {
    privateKey,
    publicKey: raw,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString().trimEnd(),
    fingerprint: fingerprintOf(raw),
  };
};

/**
 * Creates a key and stores it as PKCS #8, readable only by the owner.
 *
 * @throws CommandError if the file exists, because an overwritten key is lost.
 */
export const createPublisherKey = async (path: string): Promise<PublisherKeyPair> => {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${path} already exists.`);
    throw error;
  }
  return pairOf(privateKey);
};

/** @throws CommandError for a file that is no private Ed25519 key in PEM. */
export const readPublisherKey = async (path: string): Promise<PublisherKeyPair> => {
  const pem = await readFile(path);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return pairOf(key);
  } catch {
    // Thrown below without the cause, which could contain the key.
  }
  throw new CommandError(`${path} is not a private Ed25519 key in PEM.`);
};
