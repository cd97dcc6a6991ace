import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteIdentity } from './platform/access/remote-identity.ts';
import { startIdentityServer } from './testing/identity-server.ts';
import { anyPort } from './testing/server-process.ts';
import { testCertificate } from './testing/test-certificate.ts';
import { providerWarning } from './start-warnings.ts';

const warningOf = (authority: string) =>
  providerWarning(
    createRemoteIdentity({
      authority,
      audience: 'cfs-api',
      clientId: 'cfs-portal',
      accessTokenType: 'any',
      onStale: () => undefined,
    }),
  );
const beginning = 'the identity provider of OIDC_AUTHORITY cannot be used, and nobody can sign in until it can: ';

test('warns of a provider that cannot be reached', async () => {
  const warning = await warningOf(`http://127.0.0.1:${await anyPort()}`);
  expect(warning).toMatch(new RegExp(`^${beginning}connect ECONNREFUSED 127.0.0.1:\\d+$`));
});

test('warns of a certificate of a private authority and names the setting for it', async () => {
  const server = createServer(testCertificate).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const warning = await warningOf(`https://localhost:${port}`);
  expect(warning).toContain(`${beginning}self-signed certificate`);
  expect(warning).toMatch(
    /, DEPTH_ZERO_SELF_SIGNED_CERT; name the file of its certificate authority in NODE_EXTRA_CA_CERTS$/,
  );
});

/** Starts a provider that responds to every request with the document. */
const startProvider = async (document: object): Promise<string> => {
  const server = createPlainServer((_request, response) => response.end(JSON.stringify(document)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('warns of a provider with another issuer', async () => {
  const issuer = 'https://other.example.com';
  const authority = await startProvider({ issuer, jwks_uri: `${issuer}/keys` });
  expect(await warningOf(authority)).toBe(
    `${beginning}The provider's issuer is ${issuer}; OIDC_AUTHORITY must be the same.`,
  );
});

test('warns in one line of a response that is not a discovery document', async () => {
  const authority = await startProvider({ status: 'fine' });
  expect(await warningOf(authority)).toBe(`${beginning}its discovery document lacks what the server needs`);
});

test('does not warn of a provider that responds as required', async () => {
  const provider = await startIdentityServer();
  onTestFinished(() => provider.close());
  expect(await warningOf(provider.authority)).toBeUndefined();
});
