/** The server answered with an error; `status` is the HTTP status, the message its own detail. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds until the call is given up. */
  readonly timeout?: number;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  /** The parsed JSON of the answer, whose shape the contracts state. */
  readonly body: unknown;
}

/** Calls of one server until the signal aborts. */
export type ServerClient = (call: Call) => Promise<Answer>;

const usualTimeout = 15_000;

const detailOf = (body: unknown, status: number): string =>
  typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : `the server answered ${status}`;

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Answers of 400 and above are thrown as `ServerError`; whatever the network does is thrown as it is. */
export const createServerClient =
  (server: string, signal: AbortSignal): ServerClient =>
  async ({ method, path, headers = {}, body, timeout = usualTimeout }) => {
    const response = await fetch(`${server}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      redirect: 'error',
    });
    const answer = parse(await response.text());
    if (response.status >= 400) throw new ServerError(response.status, detailOf(answer, response.status));
    return { status: response.status, etag: response.headers.get('etag') ?? undefined, body: answer };
  };
