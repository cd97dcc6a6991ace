/** Returns the first message in the errors of a field and its nested fields; `undefined` if there is none. */
export const firstMessage = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  const parts = Object.entries(error).filter(([name]) => name !== 'ref');
  for (const [, part] of parts) {
    const message = firstMessage(part);
    if (message !== undefined) return message;
  }
  return undefined;
};
