import { mkdir } from 'node:fs/promises';
import { createLocalJWKSet } from 'jose';
import type { Logger } from 'pino';
import type { IdentitySource } from '../platform/access/identity-source.ts';
import type { Configuration } from '../platform/configuration.ts';
import { identityPath, type IdentityHandler } from '../platform/http/identity-mount.ts';
import { createIdentityProvider, identityDirectory } from './identity-provider/create-identity-provider.ts';
import { demoAccounts } from './identity-provider/demo-accounts.ts';
import { openPasswords, randomPasswords, type DemoPasswords } from './identity-provider/demo-passwords.ts';

/** The provider name under which demo people are invited: the provider's issuer changes with the port. */
export const firstRunProvider = 'first-run';

export interface FirstRunIdentity {
  source: IdentitySource;
  handler: IdentityHandler;
}

interface Options {
  configuration: Configuration;
  port: number;
  log: Logger;
  /** Writes a line to the console, whatever the log level. */
  print: (line: string) => void;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1']);
const wildcardHosts = new Set(['0.0.0.0', '::']);

/** Creates the embedded provider, mounted below the portal's origin, and prints its users and passwords. */
export async function firstRunIdentity({ configuration, port, log, print }: Options): Promise<FirstRunIdentity> {
  const { dataDirectory, host, publicOrigin, audience, clientId } = configuration;
  const origin = publicOrigin ?? `http://localhost:${port}`;
  const named = loopbackHosts.has(host) || wildcardHosts.has(host) ? [] : [`http://${host}:${port}`];
  const provider = await createIdentityProvider({
    issuer: `${origin}${identityPath}`,
    audience,
    clientId,
    portalOrigins: [...new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`, ...named])],
    dataDirectory,
    limits: configuration.limits,
    passwords: await passwordsFor(host, dataDirectory, print),
    log,
  });
  return {
    handler: (request, response, address) => {
      provider.handler(request, response, address);
    },
    source: {
      issuer: provider.issuer,
      provider: firstRunProvider,
      audience,
      clientId,
      accessTokenType: 'at+jwt',
      keys: createLocalJWKSet(provider.keySet),
      sessions: provider.sessions,
    },
  };
}

async function passwordsFor(
  host: string,
  dataDirectory: string,
  print: (line: string) => void,
): Promise<DemoPasswords> {
  print('No OIDC_AUTHORITY is set: people sign in at the first-run provider, with demo users. Not for production.');
  const names = demoAccounts.map(({ userName }) => userName).join(', ');
  if (loopbackHosts.has(host)) {
    print(`Demo users: ${names} (password: demo)`);
    return openPasswords;
  }
  const directory = identityDirectory(dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let isNew = false;
  const passwords = await randomPasswords(directory, (made) => {
    isNew = true;
    print(
      `HOST makes the server reachable from other machines, so the demo users have random passwords, shown only once:`,
    );
    for (const [userName, password] of Object.entries(made)) print(`  ${userName.padEnd(10)} ${password}`);
  });
  if (!isNew)
    print(
      `Demo users: ${names} (passwords as printed when they were created; remove ${directory}/passwords.json to get new ones)`,
    );
  return passwords;
}
