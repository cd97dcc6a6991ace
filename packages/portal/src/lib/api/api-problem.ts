/** Messages by field name: the `errors` of a problem document (RFC 9457). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ProblemDocument {
  readonly title?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: FieldErrors;
}

/** A failed call. `status` is 0 when there was no response. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly traceId: string | undefined;
  readonly errors: FieldErrors;

  constructor(status: number, document: ProblemDocument) {
    const title = document.title ?? (status === 0 ? 'The server cannot be reached' : `The server answered ${status}`);
    super(document.detail ?? title);
    this.status = status;
    this.title = title;
    this.detail = document.detail ?? title;
    this.traceId = document.traceId;
    this.errors = document.errors ?? {};
  }
}

/** The problem of a failed response, whether or not it has a problem document. */
export const problemOf = async (response: Response): Promise<ApiProblem> => {
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false;
  const document: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  return new ApiProblem(response.status, typeof document === 'object' && document !== null ? document : {});
};

/** Rethrows an abort; every other error of a request or of reading its response becomes an `ApiProblem` of status 0. */
export const throwUnreachable = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiProblem(0, { detail: 'The server cannot be reached. Check the connection and try again.' });
};

export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409;
export const isForbidden = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403;
/** Whether there was no response, or one of a gateway in place of the server. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status);
