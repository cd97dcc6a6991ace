import { STATUS_CODES } from 'node:http';

/** Messages by field; a work unit's own stand under `WorkUnit`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface ProblemOptions {
  /** HTTP status from 400. */
  readonly status: number;
  /** Short and the same for every occurrence; the status phrase when left out. */
  readonly title?: string;
  /** What went wrong this time, in words for the caller. It never holds a stack, SQL, a path or a secret. */
  readonly detail: string;
  readonly errors?: FieldErrors;
  /** Further members of the document, for example the `position` of a fault in an OData option. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, for example `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An answer that refuses. Thrown anywhere below a route, it becomes one RFC 9457 problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: FieldErrors | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(options: ProblemOptions) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status;
    this.title = options.title ?? STATUS_CODES[options.status] ?? 'Error';
    this.detail = options.detail;
    this.errors = options.errors;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
  }
}

/** 400 without fields: the address, a header or an option is at fault. */
export const badRequest = (detail: string, extensions?: Readonly<Record<string, unknown>>): Problem =>
  new Problem({ status: 400, detail, ...(extensions && { extensions }) });

/** What one answer lists of what is at fault, and how many characters of a field's name and of a message. */
export const listedFaults = 20;
const listedName = 200;
const listedMessage = 1_000;

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** The first faults, and how many there are besides. */
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
 * 400 with the messages of each field at fault, at most 20; the detail is those messages in one line, and says how many
 * more there are, `besides` among them: faults that the caller has counted and left out.
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

/** 401: no credential, or one that does not hold. */
export const unauthorized = (detail: string, challenge = 'Bearer'): Problem =>
  new Problem({ status: 401, detail, headers: { 'www-authenticate': challenge } });

/** 403: the same words whatever is out of reach, so that nothing can be probed. */
export const forbidden = (detail = 'You do not have access to one or more requested resources'): Problem =>
  new Problem({ status: 403, detail });

/** 404 for a row that does not exist or lies outside the caller's tenants; the noun is the entity's name. */
export const notFound = (noun: string): Problem => new Problem({ status: 404, detail: `${noun} was not found.` });

/** 409: the request contradicts what is stored. */
export const conflict = (detail: string, errors?: FieldErrors): Problem =>
  new Problem({ status: 409, detail, ...(errors && { errors }) });

/** 429: the caller has done it too often; `retryAfter` counts seconds. */
export const tooManyRequests = (detail: string, retryAfter: number): Problem =>
  new Problem({ status: 429, detail, headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) } });

/** 501: a construct that the standard knows and this server does not translate. */
export const notImplemented = (detail: string, extensions?: Readonly<Record<string, unknown>>): Problem =>
  new Problem({ status: 501, detail, ...(extensions && { extensions }) });

/** 503: it would work at another time; `retryAfter` counts seconds. */
export const unavailable = (detail: string, retryAfter = 1, cause?: unknown): Problem =>
  new Problem({ status: 503, detail, headers: { 'retry-after': String(retryAfter) }, cause });
