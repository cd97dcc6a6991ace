/** Errors of imports that the server could not answer. */
const importErrors = new WeakSet<object>();

/**
 * Remembers the errors of dynamic imports that could not be loaded: after an upgrade the server does not have the scripts
 * of an open page any more. To be called once, before the first import.
 */
export const watchImports = (): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => importErrors.add(payload));
};

/** Whether the error is of a dynamic import that could not be loaded. */
export const isMissingScript = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && importErrors.has(error);
