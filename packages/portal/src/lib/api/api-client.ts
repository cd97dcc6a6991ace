import { pageSubscription } from '../tenant/page-subscription.ts';
import { currentTenantId } from '../tenant/tenant-address.ts';
import { problemOf, throwUnreachable } from './api-problem.ts';
import { readJson } from './read-body.ts';
import { uploadFetch } from './upload-fetch.ts';

/** Callbacks that the client needs from the rest of the portal; set once at start-up. */
export interface ApiDependencies {
  /**
   * A valid access token, or `undefined` when nobody is signed in.
   *
   * @throws ApiProblem of status 0 while an expired token cannot be renewed.
   */
  readonly accessToken: () => Promise<string | undefined>;
  /** Called for a 401 response with the token that was sent. Resolves to whether another one has replaced it. */
  readonly onUnauthorized: (token: string | undefined, response: Response) => Promise<boolean>;
  readonly onForbidden: () => void;
  /** Called for a 429 response to a write, with the detail of its problem document. */
  readonly onRateLimited: (reason: string) => void;
}

export interface CallOptions {
  /** Serialized as JSON, unless it is a `Blob`. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The caller handles a 403 itself: no toast is shown. */
  readonly handlesForbidden?: boolean;
  /** Sends neither `X-Tenant-Id` nor `X-Subscription-Id`. */
  readonly withoutTenant?: boolean;
  /** The scope of an earlier call that this call follows; by default the scope of the page. */
  readonly scope?: CallScope;
  /** Overrides `application/json`. */
  readonly contentType?: string;
  /** Called with the number of bytes of the body sent so far. */
  readonly onUploadProgress?: (bytes: number) => void;
}

/** The tenant and the subscription that a call is for. */
export interface CallScope {
  readonly tenantId: string | undefined;
  readonly subscription: string | undefined;
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

const bearer = 'Bearer ';

let dependencies: ApiDependencies | undefined;

export const configureApi = (parts: ApiDependencies): void => {
  dependencies = parts;
};

/** The current scope of the page. Code that makes several calls in a row reads it once, so that all have the same. */
export const pageScope = (): CallScope => {
  const tenantId = currentTenantId();
  return { tenantId, subscription: tenantId && pageSubscription(tenantId) };
};

const noScope: CallScope = { tenantId: undefined, subscription: undefined };

const headersFor = async (options: CallOptions, { tenantId, subscription }: CallScope): Promise<Headers> => {
  const headers = new Headers({ accept: 'application/json' });
  const token = await dependencies?.accessToken();
  if (token) headers.set('authorization', bearer + token);
  if (tenantId) headers.set('x-tenant-id', tenantId);
  if (subscription) headers.set('x-subscription-id', subscription);
  if (options.body !== undefined) headers.set('content-type', options.contentType ?? 'application/json');
  return headers;
};

/** Sends a call once. Resolves to the response and to the token that was sent. */
const send = async (method: Method, path: string, options: CallOptions, scope: CallScope) => {
  const headers = await headersFor(options, scope);
  const init: RequestInit = { method, headers };
  if (options.body !== undefined)
    init.body = options.body instanceof Blob ? options.body : JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  const sending = options.onUploadProgress ? uploadFetch(path, init, options.onUploadProgress) : fetch(path, init);
  return {
    response: await sending.catch(throwUnreachable),
    token: headers.get('authorization')?.slice(bearer.length),
  };
};

/** Cancels the body of a response, which frees its connection. */
const discard = (response: Response): void => {
  response.body?.cancel().catch(() => undefined);
};

/**
 * Calls the server with the access token, and with the tenant of the URL and the subscription of the page at the time of the
 * call: the page may move to another tenant while the token is renewed. Returns a successful response.
 * Its body is read by `readJson`, `readText` or `readBlob`. After a 401 the call is sent again if its token has been replaced;
 * otherwise a 401 leads to the login page. A 403, and a 429 to a write, show a toast.
 *
 * @throws ApiProblem for every other response, and with status 0 when the server cannot be reached.
 */
export const call = async (method: Method, path: string, options: CallOptions = {}): Promise<Response> => {
  const scope = options.withoutTenant ? noScope : (options.scope ?? pageScope());
  const first = await send(method, path, options, scope);
  const isReplaced = first.response.status === 401 && (await dependencies?.onUnauthorized(first.token, first.response));
  if (isReplaced) discard(first.response);
  const { response } = isReplaced ? await send(method, path, options, scope) : first;
  if (response.ok) return response;
  if (response.status === 403 && !options.handlesForbidden) dependencies?.onForbidden();
  const problem = await problemOf(response);
  if (response.status === 429 && method !== 'GET') dependencies?.onRateLimited(problem.detail);
  throw problem;
};

/**
 * Posts with `keepalive`, so that the request outlives the page. Errors are ignored. Nothing is sent after the session
 * has ended. `scope` is as in `CallOptions`.
 */
export const sendKeepalive = async (path: string, body: unknown, scope = pageScope()): Promise<void> => {
  const headers = await headersFor({ body }, scope).catch(() => undefined);
  if (!headers || (dependencies && !headers.has('authorization'))) return;
  await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined);
};

/** HTTP methods with JSON bodies. The type argument is the contract of the response; it is not checked at run time. */
export const api = {
  get: async <T>(path: string, options?: CallOptions): Promise<T> => readJson<T>(await call('GET', path, options)),
  put: async <T>(path: string, body: unknown, options?: Pick<CallOptions, 'scope'>): Promise<T> =>
    readJson<T>(await call('PUT', path, { ...options, body })),
  post: async <T>(path: string, body?: unknown, options?: Pick<CallOptions, 'signal' | 'scope'>): Promise<T> =>
    readJson<T>(await call('POST', path, { ...options, body })),
  patch: async <T>(path: string, body: unknown, options?: Pick<CallOptions, 'handlesForbidden'>): Promise<T> =>
    readJson<T>(await call('PATCH', path, { ...options, body, contentType: 'application/json-patch+json' })),
  delete: async (path: string, body?: unknown): Promise<void> => {
    discard(await call('DELETE', path, { body }));
  },
};
