import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';

/**
 * Over https the name has the prefix `__Host-`: browsers guarantee that this host set the cookie, over https and for
 * all paths, so that neither a sibling host nor a network without https can plant one. Over http, as in a first run,
 * browsers refuse the prefix, and the cookie is limited to its path.
 */
const plainName = 'cfs-page';
const secureName = `__Host-${plainName}`;

/** Browsers limit a cookie to 4 KiB including name and attributes. */
const maxCredentialCharacters = 3_800;
const lifetime = 60 * 60;

const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.isPublishedSecurely;

const cookie = (request: FastifyRequest, value: string, path: string, seconds: number): string => {
  const attributes = `Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure(request)
    ? `${secureName}=${value}; Path=/; ${attributes}; Secure`
    : `${plainName}=${value}; Path=${path}; ${attributes}`;
};

/**
 * A `Set-Cookie` header that authorises the pages under `path` (over https, of all paths) with the credential of this
 * request, for an hour at most and never longer than the credential is valid. HttpOnly, and not sent with cross-site
 * requests.
 */
export const pageCookie = (request: FastifyRequest, credential: string, path: string): string => {
  if (credential.length > maxCredentialCharacters)
    throw new Problem({ status: 413, detail: 'The access token is too long for a cookie.' });
  return cookie(request, credential, path, lifetime);
};

/** A `Set-Cookie` header that deletes the cookie of {@link pageCookie} for the path. */
export const endedPageCookie = (request: FastifyRequest, path: string): string => cookie(request, '', path, 0);

/** The credential in a page's cookie. */
export const pageCredential = (request: FastifyRequest): string | undefined => {
  const wanted = isSecure(request) ? secureName : plainName;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [, name, value] = /^ *([^=]+)=([\w.~+/=-]+)$/.exec(pair) ?? [];
    if (name === wanted) return value;
  }
  return undefined;
};
