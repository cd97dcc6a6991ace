import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';

const name = 'cfs-page';

/** Browsers keep 4 KiB of a cookie, its name and attributes included. */
const longestCredential = 3_800;
const lifetime = 60 * 60;

const cookie = (request: FastifyRequest, value: string, path: string, seconds: number): string => {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
};

/**
 * A `Set-Cookie` that opens the pages under `path` with the credential of this request, for an hour at most and never
 * longer than the credential itself holds. Scripts cannot read it, and no other site's links or forms send it.
 */
export const pageCookie = (request: FastifyRequest, credential: string, path: string): string => {
  if (credential.length > longestCredential)
    throw new Problem({ status: 413, detail: 'The access token is too long for a cookie.' });
  return cookie(request, credential, path, lifetime);
};

/** A `Set-Cookie` that takes back what {@link pageCookie} gave for the path. */
export const endedPageCookie = (request: FastifyRequest, path: string): string => cookie(request, '', path, 0);

/** The credential that a page's cookie holds. */
export const pageCredential = (request: FastifyRequest): string | undefined =>
  /(?:^|; ?)cfs-page=([\w.~+/=-]+)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
