import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../problems.ts';
import { pageCredential } from './page-cookie.ts';
import { isTenantToken } from './tenant-tokens.ts';

const bearer = /^Bearer +([\w.~+/=-]+)$/i;
const basic = /^Basic +([A-Za-z0-9+/]+=*)$/i;

/** The password of HTTP Basic if it is a tenant token; the user name is ignored. */
const passwordOf = (encoded: string): string | undefined => {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const password = text.slice(text.indexOf(':') + 1);
  return isTenantToken(password) ? password : undefined;
};

/** Whether the route is open to tenant tokens with read access. */
export const opensToReaders = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.list !== undefined || config.opensToReaders === true;

/** Caches the parsed credential of a request, which authentication and rate limits both need. */
const read = Symbol('credential');

declare module 'fastify' {
  interface FastifyRequest {
    [read]?: string;
  }
}

/**
 * The credential of a request: a bearer token; on routes open to tenant tokens with read access also such a token as
 * the password of HTTP Basic, which Excel and Power BI support; on a page the value of its cookie. Throws a 401 problem
 * for anything else.
 */
export const credentialOf = (request: FastifyRequest): string => (request[read] ??= readCredential(request));

const readCredential = (request: FastifyRequest): string => {
  const header = request.headers.authorization;
  const cookie = request.routeOptions.config.opensByAddress ? pageCredential(request) : undefined;
  if (header === undefined && cookie !== undefined) return cookie;
  if (header === undefined) throw unauthorized('Sign in first: the call carries no access token.');
  const token = bearer.exec(header)?.[1];
  if (token !== undefined) return token;
  const encoded = opensToReaders(request) ? basic.exec(header)?.[1] : undefined;
  if (encoded === undefined) throw unauthorized('The Authorization header must contain one bearer token.');
  const password = passwordOf(encoded);
  if (password === undefined) throw unauthorized('Basic authentication accepts only a tenant token as the password.');
  return password;
};

/** The `WWW-Authenticate` challenge. Basic is offered to programs only: a browser would ask for a password. */
export const challengeOf = (request: FastifyRequest): string => {
  const isBrowser = request.headers['sec-fetch-mode'] !== undefined;
  return opensToReaders(request) && !isBrowser
    ? 'Bearer, Basic realm="Tenant token as password", charset="UTF-8"'
    : 'Bearer';
};
