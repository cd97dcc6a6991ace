import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DemoUser } from '../pages/login-page.ts';
import { accessTokens } from './kept-sign-ins.ts';
import type { Product } from './product.ts';
import { projectDirectory } from './project.ts';

/** Calls the server as one of the demo users, the way that a script does. */
export interface Api {
  /** Answers what the server answered as JSON; throws with its text when it is no success. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Answers the status alone, whatever it is. */
  status(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<number>;
}

/** Gets an access token as `npm run -s token` gives it. */
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
    call: async (method, path, body) => {
      const answer = await fetch(product.address + path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
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
