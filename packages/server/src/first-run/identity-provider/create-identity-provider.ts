import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { ProviderSessions } from '../../platform/access/identity-source.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { signAccessToken, type TokenParties } from './access-token.ts';
import { demoAccounts } from './demo-accounts.ts';
import type { DemoPasswords } from './demo-passwords.ts';
import { writePrivateFile } from '../private-file.ts';
import { providerKeys, publicKeySet } from './provider-keys.ts';
import { providerSessions } from './provider-sessions.ts';
import { providerSettings } from './provider-settings.ts';
import { recordAdapter } from './record-adapter.ts';
import { openRecordStore } from './record-store.ts';
import { createSignInRoute } from './sign-in-route.ts';
import { createSignInThrottle, type SignInLimits } from './sign-in-throttle.ts';

/** The identity provider of the first run. */
export interface IdentityProvider extends TokenParties {
  /** Responds to a request whose path is that of the issuer or below it; its body must not have been read. */
  handler(request: IncomingMessage, response: ServerResponse, address: string): void;
  /** Its sessions, by the `sid` of their access tokens. */
  sessions: ProviderSessions;
  jwksUri: string;
  /** The key set that `jwksUri` serves, so that the server need not fetch it from itself. */
  keySet: { keys: JWK[] };
  /** Resolves with an access token of the demo user; undefined if there is no user of that name. */
  issueToken(userName: string): Promise<string | undefined>;
}

interface Options extends TokenParties {
  /** Keys, sessions and refresh tokens are kept in its subdirectory `identity`. */
  dataDirectory: string;
  /** The origins under which browsers may open the portal; the issuer's own is one of them. */
  portalOrigins: readonly string[];
  passwords: DemoPasswords;
  limits: SignInLimits;
  clock?: Clock;
  log: { error(details: object, message: string): void };
}

/**
 * Creates the provider; `issuer` is the URL that its handler is mounted at, such as `http://localhost:8080/identity`.
 * Sign-ins survive a restart, even after a kill, as long as the issuer stays the same.
 */
export async function createIdentityProvider(options: Options): Promise<IdentityProvider> {
  const { issuer, audience, clientId, portalOrigins, passwords, limits, log, clock = systemClock } = options;
  const parties: TokenParties = { issuer, audience, clientId };
  const mount = new URL(issuer);
  const directory = identityDirectory(options.dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const keys = await providerKeys(directory);
  // Read by `npm run token`.
  await writePrivateFile(join(directory, 'parties.json'), JSON.stringify(parties));

  const now = (): number => clock.now().getTime();
  const store = openRecordStore<AdapterPayload>(join(directory, 'records.jsonl'), now);
  const adapterOf = (model: string): Adapter => recordAdapter(store, model, now);
  const sessions = providerSessions(store, clientId, adapterOf);
  const provider = new Provider(
    issuer,
    providerSettings({
      ...parties,
      portalOrigins,
      keys,
      adapter: (model) => (model === 'Grant' ? sessions.watch(adapterOf(model)) : adapterOf(model)),
      signInPath: (uid) => `${mount.pathname}/interaction/${uid}`,
    }),
  );
  provider.proxy = true;
  provider.on('server_error', (_context, error) => {
    log.error({ err: error }, 'The first-run identity provider failed');
  });

  const answer = provider.callback();
  const signIn = createSignInRoute({
    provider,
    passwords,
    portalOrigins,
    throttle: createSignInThrottle(clock, limits),
  });

  return {
    ...parties,
    sessions,
    jwksUri: `${issuer}/jwks`,
    keySet: publicKeySet(keys),
    handler(request, response, address) {
      const path = request.url ?? '/';
      // Whatever host the request was sent to, the provider's addresses are those of its issuer.
      request.headers['x-forwarded-proto'] = mount.protocol.slice(0, -1);
      request.headers['x-forwarded-host'] = mount.host;
      const below = path.slice(mount.pathname.length) || '/';
      const handled = below.startsWith('/interaction/')
        ? signIn(request, response, { path: path.replace(/\?.*$/s, ''), address })
        : answer(Object.assign(request, { originalUrl: path, url: below }), response);
      handled.catch((error: unknown) => {
        log.error({ err: error }, 'The first-run identity provider failed');
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    },
    async issueToken(userName) {
      const account = demoAccounts.find((each) => each.userName === userName);
      return account && signAccessToken(parties, keys, account, clock.now());
    },
  };
}

/** The directory of the provider's keys, sessions and tokens. */
export function identityDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'identity');
}
