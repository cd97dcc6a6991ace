import { join } from 'node:path';
import { readConfiguration } from '../platform/configuration.ts';
import { StartUpError } from '../platform/start-up-error.ts';
import { isLocked } from './directory-lock.ts';
import { signAccessToken, type TokenParties } from './identity-provider/access-token.ts';
import { identityDirectory } from './identity-provider/create-identity-provider.ts';
import { demoAccounts } from './identity-provider/demo-accounts.ts';
import { readProviderKeys } from './identity-provider/provider-keys.ts';
import { readPrivateJson } from './private-file.ts';

// `npm run -s token -- operator` prints an access token for scripts, signed with the key that the running first-run
// server keeps in its data directory. Read access to that directory permits everything that the server may do.

try {
  process.stdout.write(`${await tokenFor(process.argv[2])}\n`);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function tokenFor(userName: string | undefined): Promise<string> {
  const account = demoAccounts.find((each) => each.userName === userName);
  if (account === undefined) {
    const names = demoAccounts.map((each) => each.userName).join(', ');
    throw new StartUpError(`Give a user: npm run -s token -- <user>, where <user> is one of ${names}.`);
  }
  const { dataDirectory } = readConfiguration({
    CONFIG_FILE: process.env['CONFIG_FILE'],
    DATA_DIR: process.env['DATA_DIR'],
  });
  const directory = identityDirectory(dataDirectory);
  const parties = await readPrivateJson<TokenParties>(join(directory, 'parties.json'));
  const keys = await readProviderKeys(directory);
  if (parties === undefined || keys === undefined || !(await isLocked(dataDirectory))) {
    throw new StartUpError(
      `No first-run server is running on ${dataDirectory}. Start one with npm start, or set DATA_DIR.`,
    );
  }
  return signAccessToken(parties, keys, account, new Date());
}
