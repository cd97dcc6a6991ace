import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DemoUser } from '../pages/login-page.ts';
import { accessTokens } from './sign-in-cache.ts';
import type { Product } from './product.ts';
import { projectDirectory } from './project.ts';

/** Calls the API as a demo user, as a script does. */
export interface Api {
  /** The Authorization header of its calls, for calls that this interface does not support. */
  readonly authorization: string;
  /** Resolves to the JSON response; throws with the body of an error response. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Resolves to the status, errors included. */
  status(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<number>;
}

/** An access token, obtained by `npm run -s token`. */
async function accessToken({ address, dataDirectory }: Product, user: DemoUser): Promise<string> {
  const known = accessTokens.find(address, user);
  if (known !== undefined) return known;
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/token.mjs', user], {
    cwd: projectDirectory,
    env: { ...process.env, DATA_DIR: dataDirectory },
  });
  accessTokens.keep(address, user, stdout.trim());
  return stdout.trim();
}

/** Signs the user in. */
export async function apiAs(product: Product, user: DemoUser): Promise<Api> {
  const authorization = `Bearer ${await accessToken(product, user)}`;
  return {
    authorization,
    call: async (method, path, body) => {
      const answer = await fetch(product.address + path, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
    status: async (method, path, headers = {}) =>
      (await fetch(product.address + path, { method, headers: { ...headers, authorization } })).status,
  };
}
