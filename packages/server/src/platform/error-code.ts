/** The code of a system error or of PostgreSQL (`ENOENT`, `28P01`); `undefined` for other errors. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The code of an error, or its name if it has none, for a message of one line. */
export const codeOrName = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
