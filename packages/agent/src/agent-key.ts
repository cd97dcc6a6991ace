import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/** The agent's identity: an Ed25519 key pair whose private half never leaves the machine. */
export interface AgentKey {
  /** The raw 32 bytes, base64url. */
  readonly publicKey: string;
  /** In the form that the portal shows when the machine is promoted. */
  readonly fingerprint: string;
  /** Signature of the text, base64url. */
  sign(text: string): string;
}

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'agent.key');

const toAgentKey = (privateKey: KeyObject): AgentKey => {
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64');
  return {
    publicKey,
    fingerprint: `SHA256:${digest.replace(/=+$/, '')}`,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
};

/** Loads the key from the data directory. If there is none, generates one that only its owner can read (mode 0600). */
export const loadAgentKey = async (dataDirectory: string): Promise<AgentKey> => {
  const path = fileOf(dataDirectory);
  try {
    return toAgentKey(createPrivateKey(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeDurably(path, String(privateKey.export({ type: 'pkcs8', format: 'pem' })), 0o600);
  return toAgentKey(privateKey);
};

/** Deletes the key, so that the machine enrols again under a new identity. */
export const deleteAgentKey = (dataDirectory: string): Promise<void> => rm(fileOf(dataDirectory), { force: true });
