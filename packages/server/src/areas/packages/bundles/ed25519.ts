import { createHash, createPrivateKey, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export const publicKeyBytes = 32;
export const signatureBytes = 64;

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** How a key is shown to people: `SHA256:` and the unpadded base64 of the SHA-256 of its raw bytes. */
export const fingerprintOf = (rawPublicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(rawPublicKey).digest('base64').replace(/=+$/, '')}`;

const verifyInThreadPool = promisify(verify);

/**
 * Whether the private half of the raw key made the signature over the bytes. The thread pool hashes them, so that
 * megabytes do not block the event loop.
 */
export const isSignedBy = async (rawPublicKey: Buffer, signed: Buffer, signature: Buffer): Promise<boolean> =>
  signature.length === signatureBytes && (await verifyInThreadPool(null, signed, publicKeyOf(rawPublicKey), signature));

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key pair from 32 secret bytes. */
export const keyPairOf = (seed: Buffer): { readonly privateKey: KeyObject; readonly publicKey: Buffer } => {
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyHeader, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: rawPublicKeyOf(createPublicKey(privateKey)) };
};

/** The raw 32 bytes of a public key. */
export const rawPublicKeyOf = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
