/** The errors of dynamic imports whose script could not be loaded. */
const importErrors = new WeakSet<object>();

/**
 * Records the errors of dynamic imports whose script could not be loaded: after an upgrade the server no longer has the
 * scripts of an open page. Call it once, before the first import.
 */
export const watchImports = (): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => importErrors.add(payload));
};

/** Whether the error is of a dynamic import that could not be loaded. */
export const isMissingScript = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && importErrors.has(error);
