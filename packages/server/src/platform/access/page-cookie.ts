import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';

/**
 * Over https the name has a prefix, by which browsers vouch that this host alone set the cookie, over https and for all
 * of its paths: neither a neighbouring host name nor a network without https can plant one. Over http, which a first run
 * speaks, they take no such name; there the cookie is bound to its path.
 */
const plainName = 'cfs-page';
const secureName = `__Host-${plainName}`;

/** Browsers keep 4 KiB of a cookie, its name and attributes included. */
const longestCredential = 3_800;
const lifetime = 60 * 60;

const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.isPublishedSecurely;

const cookie = (request: FastifyRequest, value: string, path: string, seconds: number): string => {
  const attributes = `Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure(request)
    ? `${secureName}=${value}; Path=/; ${attributes}; Secure`
    : `${plainName}=${value}; Path=${path}; ${attributes}`;
};

/**
 * A `Set-Cookie` that opens the pages under `path`, or over https those of all paths, with the credential of this request, for an hour at most and never
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
export const pageCredential = (request: FastifyRequest): string | undefined => {
  const wanted = isSecure(request) ? secureName : plainName;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [, name, value] = /^ *([^=]+)=([\w.~+/=-]+)$/.exec(pair) ?? [];
    if (name === wanted) return value;
  }
  return undefined;
};
