import { createHash, createPublicKey, verify } from 'node:crypto';

/** The fingerprint of an agent's key as the portal and the agent's own console display it. */
export const fingerprintOf = (publicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`;

/** Whether the signature over the text was created with the private key of the raw Ed25519 key. */
export const signatureHolds = (publicKey: Buffer, text: string, signature: string): boolean => {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
};
