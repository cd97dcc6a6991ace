import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { IdentitySource } from '../access/identity-source.ts';
import { unavailable } from '../problems.ts';
import type { App } from './app-instance.ts';

const nonceMark = '__CSP_NONCE__';
const pageNames = ['index.html', 'silent-callback.html'] as const;
type PageName = (typeof pageNames)[number];

/** Paths of APIs: unknown ones get problem documents, never a page. */
const programAddress = /^\/(?:v1|api|identity|healthz|readyz|metrics|docs)(?:\/|$)/i;

const readPages = async (directory: string): Promise<Map<PageName, string>> => {
  const pages = new Map<PageName, string>();
  for (const name of pageNames) {
    try {
      pages.set(name, await readFile(join(directory, name), 'utf8'));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return pages;
};

/** Milliseconds that a page waits for the provider's metadata, from which its content security policy is derived. */
const discoveryTimeoutMilliseconds = 1_000;

const warningIntervalMilliseconds = 60_000;

/** Logs why the provider's metadata could not be read, at most once a minute. */
const createDiscoveryWarning = (log: FastifyBaseLogger) => {
  let last = -Infinity;
  return (error: unknown): void => {
    const now = performance.now();
    if (now - last < warningIntervalMilliseconds) return;
    last = now;
    // The cause of a problem is the reason; its own message is meant for browsers.
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
    log.warn({ err: reason }, 'the metadata of OIDC_AUTHORITY cannot be read; nobody can sign in');
  };
};

/** The origins that a page connects to for sign-in; only the issuer's while the provider is unavailable. */
const signInOrigins = async (
  { issuer, browserOrigins }: IdentitySource,
  warn: (error: unknown) => void,
): Promise<string> => {
  const waited = new Promise<readonly string[]>((resolve) => {
    setTimeout(() => resolve([]), discoveryTimeoutMilliseconds).unref();
  });
  const discover = async (): Promise<readonly string[]> => {
    try {
      return (await browserOrigins?.()) ?? [];
    } catch (error) {
      warn(error);
      return [];
    }
  };
  const further = await Promise.race([discover(), waited]);
  return [...new Set([new URL(issuer).origin, ...further])].join(' ');
};

/**
 * Serves the built portal: pages with a nonce for each response, hashed assets as immutable and compressed at build
 * time, never per request, and the start page for every path that only the portal's router knows.
 */
export const portalPages = async (app: App, directory: string, identity: IdentitySource): Promise<void> => {
  const pages = await readPages(directory);
  const warn = createDiscoveryWarning(app.log);
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
  });

  const sendPage = async (reply: FastifyReply, name: PageName): Promise<FastifyReply> => {
    const page = pages.get(name);
    if (page === undefined) throw unavailable('The portal has not been built. Run "npm start", which builds it.', 30);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(pageHeaders(nonce, await signInOrigins(identity, warn)))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(nonceMark, nonce));
  };

  const config = { permission: 'anonymous', unlimited: true } as const;

  app.get('/silent-callback.html', { config }, (_request, reply) => sendPage(reply, 'silent-callback.html'));

  app.get<{ Params: { '*': string } }>('/assets/*', { config, compress: false }, (request, reply) =>
    reply
      .removeHeader('cache-control')
      .sendFile(`assets/${request.params['*']}`, directory, { immutable: true, maxAge: '365d' }),
  );

  app.get('/*', { config }, (request, reply) => {
    // `//x` is a path here; `new URL('//x', base)` would read a host.
    const path = URL.parse(`http://portal.invalid${request.url}`)?.pathname ?? '/';
    if (programAddress.test(path)) return reply.callNotFound();
    if (/\.[a-z0-9]+$/i.test(path) && path !== '/index.html') {
      return reply.removeHeader('cache-control').sendFile(path, directory, { maxAge: '1h' });
    }
    return sendPage(reply, 'index.html');
  });
};

/** Allows scripts and styles of the own origin or with the response's nonce; no `eval`. */
const pageHeaders = (nonce: string, origins: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${origins}`,
    `frame-src 'self' ${origins}`,
    "frame-ancestors 'self'",
    `form-action 'self' ${origins}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
});
