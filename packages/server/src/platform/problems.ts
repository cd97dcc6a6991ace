import { STATUS_CODES } from 'node:http';

/** Messages by field; those of a work unit as a whole have the key `WorkUnit`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ProblemOptions {
  /** HTTP status, at least 400. */
  readonly status: number;
  /** Short and equal for every occurrence; defaults to the status phrase. */
  readonly title?: string;
  /** What went wrong, for the caller. Never contains a stack trace, SQL, a path or a secret. */
  readonly detail: string;
  readonly errors?: FieldErrors;
  /** Further members of the document, for example the `position` in an OData option. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Response headers, for example `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response is intended: if so, a status of 500 and above is not logged as an error. */
  readonly isIntended?: boolean;
  readonly cause?: unknown;
}

/** An error response. Thrown anywhere below a route, it becomes an RFC 9457 problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldErrors | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly isIntended: boolean;

  constructor(options: ProblemOptions) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status;
    this.title = options.title ?? STATUS_CODES[options.status] ?? 'Error';
    this.detail = options.detail;
    this.errors = options.errors;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
    this.isIntended = options.isIntended ?? false;
  }
}

/** 400 without fields: for an invalid URL, header or option. */
export const badRequest = (detail: string, extensions?: Readonly<Record<string, unknown>>): Problem =>
  new Problem({ status: 400, detail, ...(extensions && { extensions }) });

/** Limits of a response: listed faults, and characters of a field name and of a message. */
export const listedFaults = 20;
const listedName = 200;
const listedMessage = 1_000;

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** The first faults, and the number of the others. */
const firstFaults = (errors: FieldErrors): { readonly listed: FieldErrors; readonly more: number } => {
  const listed: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  let count = 0;
  for (const [name, messages] of Object.entries(errors)) {
    const room = Math.max(0, listedFaults - count);
    const short = messages.slice(0, room).map((message) => shorten(message, listedMessage));
    if (short.length > 0) (listed[shorten(name, listedName)] ??= []).push(...short);
    count += messages.length;
  }
  return { listed, more: Math.max(0, count - listedFaults) };
};

/**
 * 400 with the messages of at most 20 invalid fields; the detail contains them in one line, with the number of the
 * others. `besides` counts faults that the caller has left out.
 */
export const invalid = (errors: FieldErrors, besides = 0): Problem => {
  const { listed, more: unlisted } = firstFaults(errors);
  const more = unlisted + besides;
  const messages = Object.values(listed).flat();
  return new Problem({
    status: 400,
    title: 'One or more validation errors occurred.',
    detail: [...messages, ...(more > 0 ? [`There are ${more} more faults.`] : [])].join(' '),
    errors: listed,
  });
};

/** 401: no credential, or an invalid one. */
export const unauthorized = (detail: string, challenge = 'Bearer'): Problem =>
  new Problem({ status: 401, detail, headers: { 'www-authenticate': challenge } });

/** 403: the same text in all cases, so that nothing can be probed. */
export const forbidden = (detail = 'You do not have access to one or more requested resources'): Problem =>
  new Problem({ status: 403, detail });

/** 404 for a row that does not exist or is outside the caller's scope; the noun is the entity's name. */
export const notFound = (noun: string): Problem => new Problem({ status: 404, detail: `${noun} was not found.` });

/** 409: the request conflicts with the stored state. */
export const conflict = (detail: string, errors?: FieldErrors): Problem =>
  new Problem({ status: 409, detail, ...(errors && { errors }) });

/** 429: a rate limit was exceeded; `retryAfter` in seconds. */
export const tooManyRequests = (detail: string, retryAfter: number): Problem =>
  new Problem({ status: 429, detail, headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) } });

/** 501: an unsupported construct of the standard. */
export const notImplemented = (detail: string, extensions?: Readonly<Record<string, unknown>>): Problem =>
  new Problem({ status: 501, detail, ...(extensions && { extensions }) });

/** 503 that is not logged as an error: too much such work is running; `retryAfter` in seconds. */
export const busy = (detail: string, retryAfter: number, cause?: unknown): Problem =>
  new Problem({ status: 503, detail, headers: { 'retry-after': String(retryAfter) }, isIntended: true, cause });

/** 503: temporarily unavailable; `retryAfter` in seconds. */
export const unavailable = (detail: string, retryAfter = 1, cause?: unknown): Problem =>
  new Problem({ status: 503, detail, headers: { 'retry-after': String(retryAfter) }, cause });
