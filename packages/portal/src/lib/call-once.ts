const pending = new Set<string>();

/**
 * Makes a call, unless one of the same key is pending, as at a double click; then nothing is called and the result is
 * `undefined`.
 */
export const callOnce = async <Result>(key: string, call: () => Promise<Result>): Promise<Result | undefined> => {
  if (pending.has(key)) return undefined;
  pending.add(key);
  try {
    return await call();
  } finally {
    pending.delete(key);
  }
};
