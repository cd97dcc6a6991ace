import { currentTenantId } from '../tenant-address.ts';
import { ApiProblem, problemOf } from './api-problem.ts';
import { uploadFetch } from './upload-fetch.ts';

/** What the client needs from the rest of the portal; set once at start-up. */
export interface ApiSurroundings {
  /** A token that is valid now, or `undefined` when nobody is signed in. */
  readonly accessToken: () => Promise<string | undefined>;
  readonly onUnauthorized: () => void;
  readonly onForbidden: () => void;
  /** Receives the reason why the server will not do it now: the person has asked for it too often. */
  readonly onTooMany: (reason: string) => void;
}

export interface CallOptions {
  /** Sent as JSON; a `Blob` as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The caller shows a 403 itself, so no toast appears. */
  readonly ownDenial?: boolean;
  /** The call is about no tenant: that of the address may be one that the server refuses. */
  readonly withoutTenant?: boolean;
  /** Sent instead of `application/json`. */
  readonly contentType?: string;
  /** Told how many bytes of the body have been sent so far. */
  readonly onSent?: (bytes: number) => void;
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

let surroundings: ApiSurroundings | undefined;

export const connectApi = (parts: ApiSurroundings): void => {
  surroundings = parts;
};

const headersFor = async (options: CallOptions): Promise<Headers> => {
  const headers = new Headers({ accept: 'application/json' });
  const token = await surroundings?.accessToken();
  const tenantId = options.withoutTenant ? undefined : currentTenantId();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (tenantId) headers.set('x-tenant-id', tenantId);
  if (options.body !== undefined) headers.set('content-type', options.contentType ?? 'application/json');
  return headers;
};

/**
 * One call to the server with the person's token and the tenant of the address bar. Answers the response of a
 * success; throws {@link ApiProblem} otherwise. A 401 leads to the login page, a 403 to a toast, and so does a 429 to what
 * a person has asked for.
 */
export const call = async (method: Method, path: string, options: CallOptions = {}): Promise<Response> => {
  const headers = await headersFor(options);
  const init: RequestInit = { method, headers };
  if (options.body !== undefined)
    init.body = options.body instanceof Blob ? options.body : JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  const sending = options.onSent ? uploadFetch(path, init, options.onSent) : fetch(path, init);
  const response = await sending.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, { detail: 'The server cannot be reached. Check the connection and try again.' });
  });
  if (response.ok) return response;
  if (response.status === 401) surroundings?.onUnauthorized();
  if (response.status === 403 && !options.ownDenial) surroundings?.onForbidden();
  const problem = await problemOf(response);
  if (response.status === 429 && method !== 'GET') surroundings?.onTooMany(problem.detail);
  throw problem;
};

const notOurs = 'Something between here and the server answered in its place. Check the connection and try again.';

const json = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    // Such as the sign-in page of a network, which a gateway's error tells no better.
    throw new ApiProblem(502, { detail: notOurs });
  }
};

/**
 * Posts a last word as a panel or the page itself goes away, which it outlives. Nobody learns whether it arrived, and
 * when the sign-in has ended it is not sent.
 */
export const sendFarewell = async (path: string, body: unknown): Promise<void> => {
  const headers = await headersFor({ body });
  if (surroundings && !headers.has('authorization')) return;
  await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined);
};

/** The server's verbs with JSON in and out. The type argument states the contract of the call. */
export const api = {
  get: async <T>(path: string, options?: CallOptions): Promise<T> => json<T>(await call('GET', path, options)),
  put: async <T>(path: string, body: unknown): Promise<T> => json<T>(await call('PUT', path, { body })),
  post: async <T>(path: string, body?: unknown): Promise<T> => json<T>(await call('POST', path, { body })),
  patch: async <T>(path: string, body: unknown, options?: Pick<CallOptions, 'ownDenial'>): Promise<T> =>
    json<T>(await call('PATCH', path, { ...options, body, contentType: 'application/json-patch+json' })),
  delete: async (path: string, body?: unknown): Promise<void> => {
    await call('DELETE', path, { body });
  },
};
