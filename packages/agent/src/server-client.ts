import type { IncomingMessage } from 'node:http';
import { isRecord } from '@cfs/contracts/json-record';
import { createAgents, readBody, sendRequest, type Network } from './http-request.ts';

/** The server responded with an error; `status` is the HTTP status, the message is its `detail`. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly status: number;
  /** Milliseconds to wait according to `Retry-After`, at most five minutes. */
  readonly retryAfter: number | undefined;
  /** Whether the response is a problem document of the server, as opposed to one of a proxy in between. */
  readonly isProblem: boolean;

  constructor(status: number, message: string, retryAfter?: number, isProblem = false) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.isProblem = isProblem;
  }
}

/** The server refuses this machine permanently: it must enrol again. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/**
 * Rethrows the error of a sign-in or an enrolment.
 *
 * @throws RefusedError for a 403 of the server itself.
 */
export const throwRefusal = (error: unknown): never => {
  if (error instanceof ServerError && error.status === 403 && error.isProblem) throw new RefusedError(error.message);
  throw error;
};

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Timeout in milliseconds; of a download, until its headers have arrived. */
  readonly timeout?: number;
  /** Aborts this call alone; the signal of the client aborts all. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** The parsed JSON of the response; the contracts define its shape. */
  readonly body: unknown;
}

/** Client of one server; all calls fail once its signal aborts. */
export interface ServerClient {
  /** Throws `ServerError` for redirects and statuses of 400 and above; network errors are thrown unchanged. */
  readonly call: (call: Call) => Promise<Answer>;
  /** Like `call`, but the caller must consume or destroy the body of the response. */
  readonly download: (call: Call) => Promise<IncomingMessage>;
}

const usualTimeout = 15_000;
const maxAnswerBytes = 16 * 1_048_576;
const maxRetryAfterMilliseconds = 5 * 60_000;

const detailOf = (body: unknown, status: number): string =>
  typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : `the server answered ${status}`;

const isProblemOf = (body: unknown, status: number): boolean =>
  isRecord(body) && body['status'] === status && typeof body['traceId'] === 'string';

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const retryAfterOf = (answer: IncomingMessage): number | undefined => {
  const seconds = Number(answer.headers['retry-after']);
  return seconds > 0 ? Math.min(seconds * 1_000, maxRetryAfterMilliseconds) : undefined;
};

/** Redirects are errors: the agent's credentials must reach this server only. */
const throwUnlessSuccess = async (answer: IncomingMessage): Promise<void> => {
  const status = answer.statusCode ?? 0;
  if (status < 400 && (status < 300 || status === 304)) return;
  const body = parse((await readBody(answer, maxAnswerBytes)).toString('utf8'));
  throw new ServerError(status, detailOf(body, status), retryAfterOf(answer), isProblemOf(body, status));
};

export const createServerClient = (server: string, network: Network, signal: AbortSignal): ServerClient => {
  const agents = createAgents(network, true);

  const send = (
    { method, path, headers, body, signal: ending = signal }: Call,
    until: AbortSignal,
  ): Promise<IncomingMessage> =>
    sendRequest({
      url: new URL(`${server}${path}`),
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.any([signal, ending, until]),
      agents,
    });

  return {
    call: async (call) => {
      const answer = await send(call, AbortSignal.timeout(call.timeout ?? usualTimeout));
      await throwUnlessSuccess(answer);
      const text = (await readBody(answer, maxAnswerBytes)).toString('utf8');
      const body = parse(text);
      if (text !== '' && body === undefined) throw new Error('the response is not JSON');
      return { status: answer.statusCode ?? 0, etag: answer.headers.etag, body };
    },
    download: async (call) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), call.timeout ?? usualTimeout);
      try {
        const answer = await send(call, late.signal);
        await throwUnlessSuccess(answer);
        return answer;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
