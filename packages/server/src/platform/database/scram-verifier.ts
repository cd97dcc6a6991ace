import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4_096;
const saltBytes = 16;
const hashBytes = 32;

/**
 * The SCRAM-SHA-256 verifier of an ASCII password (RFC 5803), with a random salt by default. PostgreSQL stores it
 * unchanged, so that the password is neither sent nor logged.
 */
export const scramVerifier = (password: string, salt = randomBytes(saltBytes)): string => {
  const salted = pbkdf2Sync(password, salt, iterations, hashBytes, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
};
