import { createHash, createPrivateKey, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export const publicKeyBytes = 32;
export const signatureBytes = 64;

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** The fingerprint that users see: `SHA256:` and the unpadded base64 of the SHA-256 of the raw key. */
export const fingerprintOf = (rawPublicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(rawPublicKey).digest('base64').replace(/=+$/, '')}`;

const verifyInThreadPool = promisify(verify);

/**
 * Whether the signature over the bytes was created with the private key of the raw public key. Runs in the thread pool,
 * so that megabytes do not block the event loop.
 */
export const isSignedBy = async (rawPublicKey: Buffer, signed: Buffer, signature: Buffer): Promise<boolean> =>
  signature.length === signatureBytes && (await verifyInThreadPool(null, signed, publicKeyOf(rawPublicKey), signature));

/** PKCS #8 prefix of an Ed25519 private key, up to its 32 bytes (RFC 8410). */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives a key pair from a secret seed of 32 bytes. */
export const keyPairOf = (seed: Buffer): { readonly privateKey: KeyObject; readonly publicKey: Buffer } => {
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyHeader, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: rawPublicKeyOf(createPublicKey(privateKey)) };
};

/** The raw 32 bytes of a public key. */
export const rawPublicKeyOf = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
