import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoAccounts } from './demo-accounts.ts';
import { readPrivateJson, writePrivateFile } from '../private-file.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Verifies the passwords of the first-run provider. */
export interface DemoPasswords {
  /** The text about the passwords on the sign-in page. */
  hint: string;
  verify(userName: string, password: string): Promise<boolean>;
}

/** One password for all users, shown on the sign-in page: for a server that only this machine can reach. */
export const openPasswords: DemoPasswords = {
  hint: 'password: demo',
  async verify(_userName, password) {
    return password === 'demo';
  },
};

type Hashes = Record<string, { salt: string; hash: string }>;

/**
 * A random password for each demo user, for a server that other machines can reach. They are generated on the first
 * call and passed to `announce` only then; `directory` keeps their hashes for later starts.
 */
export async function randomPasswords(
  directory: string,
  announce: (passwords: Readonly<Record<string, string>>) => void,
): Promise<DemoPasswords> {
  const path = join(directory, 'passwords.json');
  let hashes = await readPrivateJson<Hashes>(path);
  if (hashes === undefined) {
    const made = Object.fromEntries(
      demoAccounts.map(({ userName }) => [userName, randomBytes(12).toString('base64url')]),
    );
    hashes = await hashAll(made);
    await writePrivateFile(path, JSON.stringify(hashes));
    announce(made);
  }
  const kept = new Map(Object.entries(hashes));
  return {
    hint: 'The passwords were printed on the server’s console when it first started with this setting.',
    async verify(userName, password) {
      const known = kept.get(userName);
      // Takes as long for an unknown name as for a wrong password.
      const { salt, hash } = known ?? { salt: '', hash: Buffer.alloc(32).toString('base64url') };
      const given = await derive(password, Buffer.from(salt, 'base64url'), 32);
      return timingSafeEqual(given, Buffer.from(hash, 'base64url')) && known !== undefined;
    },
  };
}

async function hashAll(passwords: Record<string, string>): Promise<Hashes> {
  const hashes: Hashes = {};
  for (const [userName, password] of Object.entries(passwords)) {
    const salt = randomBytes(16);
    const hash = await derive(password, salt, 32);
    hashes[userName] = { salt: salt.toString('base64url'), hash: hash.toString('base64url') };
  }
  return hashes;
}
