import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { demoAccounts } from './demo-accounts.ts';
import type { DemoPasswords } from './demo-passwords.ts';
import type { Page } from './page.ts';
import { failurePage } from './provider-pages.ts';
import { readForm } from './read-form.ts';
import { signInPage } from './sign-in-page.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

interface Options {
  provider: Provider;
  passwords: DemoPasswords;
  portalOrigins: readonly string[];
  throttle: SignInThrottle;
}

/** The path of the sign-in page, and the caller's address. */
interface Asked {
  path: string;
  address: string;
}

/** Serves the sign-in page and handles its form. */
export function createSignInRoute({ provider, passwords, portalOrigins, throttle }: Options) {
  return async (request: IncomingMessage, response: ServerResponse, { path, address }: Asked): Promise<void> => {
    const ask = (status: number, typed: { userName?: string; fault?: string } = {}): void => {
      send(response, status, signInPage({ action: path, hint: passwords.hint, portalOrigins, ...typed }));
    };
    try {
      await provider.interactionDetails(request, response);
      if (request.method === 'GET' || request.method === 'HEAD') {
        ask(200);
        return;
      }
      if (request.method !== 'POST') {
        response.writeHead(405, { allow: 'GET, POST' }).end();
        return;
      }
      const form = await readForm(request);
      if (form === undefined) {
        ask(400, { fault: 'The request does not contain a sign-in form.' });
        return;
      }
      const userName = (form.get('userName') ?? '').trim().toLowerCase().slice(0, 100);
      const attempt = { userName, address };
      const wait = throttle.secondsToWait(attempt);
      if (wait > 0) {
        response.setHeader('retry-after', String(wait));
        ask(429, { userName, fault: `Too many failed attempts. Try again in ${wait} s.` });
        return;
      }
      const account = demoAccounts.find((each) => each.userName === userName);
      if (!(await passwords.verify(userName, form.get('password') ?? '')) || account === undefined) {
        throttle.failed(attempt);
        ask(401, { userName, fault: 'User or password is wrong.' });
        return;
      }
      throttle.succeeded(attempt);
      const result = { login: { accountId: account.subject, remember: true } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      send(response, error.statusCode, failurePage('It has expired, or it began in another browser.'));
    }
  };
}

function send(response: ServerResponse, status: number, { html, headers }: Page): void {
  response.writeHead(status, headers).end(html);
}
