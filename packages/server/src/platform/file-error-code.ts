/** The code of a failed file operation, such as `EACCES`; of another error its name. */
export const fileErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
