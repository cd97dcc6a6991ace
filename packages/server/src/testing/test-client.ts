import type { InjectOptions } from 'fastify';
import type { App } from '../platform/http/app-instance.ts';

/** A response; `body` is the parsed JSON, or `undefined` if there is none. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // The shape of a body is what the test asserts.
  readonly body: unknown;
}

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown;
}

/** Calls the server with one identity, without a socket. */
export interface TestClient {
  send(method: NonNullable<InjectOptions['method']>, address: string, request?: TestRequest): Promise<TestAnswer>;
  get(address: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  put(address: string, body: unknown): Promise<TestAnswer>;
  post(address: string, body?: unknown): Promise<TestAnswer>;
  patch(address: string, body: unknown): Promise<TestAnswer>;
  delete(address: string, body?: unknown): Promise<TestAnswer>;
}

/** `authorize` creates the bearer credential of each call; without it calls are anonymous. */
export const createTestClient = (app: App, authorize?: () => Promise<string>): TestClient => {
  const send: TestClient['send'] = async (method, address, { headers = {}, body } = {}) => {
    const credential = await authorize?.();
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await app.inject({
      method,
      url: address,
      headers: {
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body:
        /\bjson\b/.test(String(answer.headers['content-type'])) && answer.payload
          ? JSON.parse(answer.payload)
          : undefined,
    };
  };
  return {
    send,
    get: (address, headers) => send('GET', address, headers ? { headers } : {}),
    put: (address, body) => send('PUT', address, { body }),
    post: (address, body) => send('POST', address, { body }),
    patch: (address, body) => send('PATCH', address, { body }),
    delete: (address, body) => send('DELETE', address, { body }),
  };
};
