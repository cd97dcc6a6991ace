/** Messages by field name, as RFC 9457 problem documents of this server carry them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ProblemDocument {
  readonly title?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: FieldErrors;
}

/** A call that the server refused or failed. `status` is 0 when no answer came at all. */
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

/** Reads the problem document of a failed answer; an answer without one still becomes a problem. */
export const problemOf = async (response: Response): Promise<ApiProblem> => {
  const isProblem = response.headers.get('content-type')?.includes('json') ?? false;
  const document: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  return new ApiProblem(response.status, typeof document === 'object' && document !== null ? document : {});
};

export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409;
export const isDenied = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403;
/** No answer came, or one that only says that the server is not there. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status);
