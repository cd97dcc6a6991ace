import { onTestFinished } from 'vitest';
import { FakeUpload } from './fake-upload.ts';

/** A request that the fake server received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Returns a `Response`, or anything else as JSON with status 200. */
type Handler = (request: SeenRequest) => unknown;

export interface FakeServer {
  /** All requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Adds a route, or replaces one: `server.on('GET /v1/locations', () => ({ value: [] }))`. */
  readonly on: (route: string, handler: Handler) => void;
  /** The result of a route without a request, for a route whose response contains those of others; 404 if unknown. */
  readonly answer: (route: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** While unplugged, every request fails as if there were no connection. */
  readonly unplug: (isUnplugged: boolean) => void;
}

/** A response with a problem document. */
export const problem = (
  status: number,
  detail: string,
  errors?: Readonly<Record<string, readonly string[]>>,
): Response =>
  new Response(JSON.stringify({ title: detail, detail, status, ...(errors ? { errors } : {}) }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

const bodyOf = (text: string, headers: Headers): unknown => {
  if (text === '') return undefined;
  return headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text;
};

/**
 * Replaces `fetch` and XMLHttpRequest for one test, so that the API client runs unmodified. A route is a method and a
 * path without query; any other path returns 404.
 */
export const fakeServer = (routes: Readonly<Record<string, Handler>> = {}): FakeServer => {
  const handlers = new Map(Object.entries(routes));
  const requests: SeenRequest[] = [];
  const { fetch: fetchBefore, XMLHttpRequest: uploadBefore } = globalThis;
  let isUnplugged = false;

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams, origin } = new URL(request.url);
    const [, scope = ''] = pathname.split('/');
    if (origin !== window.location.origin || !['v1', 'api'].includes(scope)) return fetchBefore(input, init);
    if (isUnplugged) throw new TypeError('Failed to fetch');
    const { method, headers } = request;
    const seen = { method, path: pathname, query: searchParams, headers, body: bodyOf(await request.text(), headers) };
    requests.push(seen);
    const handler = handlers.get(`${method} ${pathname}`);
    if (!handler) return problem(404, `No route for ${method} ${pathname}.`);
    const answer = await handler(seen);
    return answer instanceof Response ? answer : Response.json(answer ?? null);
  };
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  onTestFinished(() => {
    globalThis.fetch = fetchBefore;
    globalThis.XMLHttpRequest = uploadBefore;
  });

  return {
    requests,
    on: (route, handler) => handlers.set(route, handler),
    answer: async (route, query = {}) => {
      const [method = '', path = ''] = route.split(' ');
      const asked = { method, path, query: new URLSearchParams(query), body: undefined, headers: new Headers() };
      return (await handlers.get(route)?.(asked)) ?? problem(404, `No route for ${route}.`);
    },
    unplug: (state) => {
      isUnplugged = state;
    },
  };
};
