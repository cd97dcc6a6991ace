import { createHash, randomBytes } from 'node:crypto';
import type { TestBrowser } from './test-browser.ts';

export interface TestTokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}

interface TokenAnswer {
  status: number;
  tokens: TestTokens;
}

/** The requests of the portal and its users to the embedded provider in tests. */
export interface TestSignIn {
  /** The authorization request of a sign-in; a parameter that is empty is omitted. */
  authorizationAddress: (parameters?: Record<string, string>) => string;
  /** Signs in; resolves with the address that the browser is redirected to. */
  signIn: (browser: TestBrowser, userName?: string, password?: string) => Promise<URL>;
  askForTokens: (parameters: Record<string, string>) => Promise<TokenAnswer>;
  /** Exchanges the code of the address that a sign-in redirected to for tokens. */
  redeem: (back: URL) => Promise<TestTokens>;
  refresh: (token: string) => Promise<TokenAnswer>;
}

/** The request that submits the sign-in form. */
export function typed(userName: string, password: string): RequestInit {
  return { method: 'POST', body: new URLSearchParams({ userName, password }) };
}

export function createTestSignIn(origin: () => string): TestSignIn {
  const verifier = randomBytes(32).toString('base64url');

  const authorizationAddress: TestSignIn['authorizationAddress'] = (parameters = {}) => {
    const query = new URLSearchParams({
      client_id: 'cfs-portal',
      response_type: 'code',
      redirect_uri: `${origin()}/user/login`,
      scope: 'openid profile email offline_access',
      state: 'abc',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    });
    for (const [name, value] of [...query]) if (value === '') query.delete(name);
    return `${origin()}/identity/auth?${query.toString()}`;
  };

  const askForTokens: TestSignIn['askForTokens'] = async (parameters) => {
    const response = await fetch(`${origin()}/identity/token`, {
      method: 'POST',
      headers: { origin: origin() },
      body: new URLSearchParams({ client_id: 'cfs-portal', ...parameters }),
    });
    return { status: response.status, tokens: (await response.json()) as TestTokens };
  };

  return {
    authorizationAddress,
    async signIn(browser, userName = 'operator', password = 'demo') {
      const page = await browser.follow(authorizationAddress());
      return new URL((await browser.follow(page.address, typed(userName, password))).address);
    },
    askForTokens,
    async redeem(back) {
      const { tokens } = await askForTokens({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: `${origin()}/user/login`,
        code_verifier: verifier,
      });
      return tokens;
    },
    refresh: (token) => askForTokens({ grant_type: 'refresh_token', refresh_token: token }),
  };
}
