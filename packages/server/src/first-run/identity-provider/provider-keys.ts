import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { readPrivateJson, writePrivateFile } from '../private-file.ts';

/** The signing keys of the provider, persistent across restarts. */
export interface ProviderKeys {
  /** A private ES256 key with its `kid`. */
  signing: JWK & { kid: string };
  /** Signs the provider's cookies. */
  cookie: string;
}

/** Reads the keys kept in `directory`; resolves with undefined before the provider has created them. */
export async function readProviderKeys(directory: string): Promise<ProviderKeys | undefined> {
  return readPrivateJson<ProviderKeys>(keysPath(directory));
}

/** Reads the keys kept in `directory`, or creates them if there are none. */
export async function providerKeys(directory: string): Promise<ProviderKeys> {
  const kept = await readProviderKeys(directory);
  if (kept !== undefined) return kept;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signing = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' } as JWK & {
    kid: string;
  };
  const keys: ProviderKeys = { signing, cookie: randomBytes(32).toString('base64url') };
  await writePrivateFile(keysPath(directory), JSON.stringify(keys));
  return keys;
}

/** The public half of the signing key, as the provider publishes it. */
export function publicKeySet({ signing }: ProviderKeys): { keys: JWK[] } {
  const { d: _private, ...published } = signing;
  return { keys: [published] };
}

function keysPath(directory: string): string {
  return join(directory, 'keys.json');
}
