import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An identity provider that processes of the server call over HTTP. */
export interface IdentityServer {
  /** The setting `OIDC_AUTHORITY`. */
  readonly authority: string;
  /** Signs a token that is valid for ten minutes, unless the claims override it. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

const algorithm = 'ES256';
const keyId = 'test';

export const startIdentityServer = async (): Promise<IdentityServer> => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const keys = [{ ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: 'sig' }];
  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': {
        issuer: authority,
        jwks_uri: `${authority}/keys`,
        authorization_endpoint: `${authority}/authorize`,
        token_endpoint: `${authority}/token`,
      },
      '/keys': { keys },
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authority,
    sign: (claims) => {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ iss: authority, aud: 'cfs-api', iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: algorithm, kid: keyId })
        .sign(privateKey);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
