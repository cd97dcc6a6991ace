/** Attempts after which a step has failed permanently. */
export const maxAttempts = 6;

const maxBackoffMilliseconds = 10 * 60_000;

/** Exponential backoff after the given attempt: 1 s, 4 s, 16 s, 64 s, 256 s, at most 10 min. */
export const backoffAfter = (attempt: number): number => Math.min(1_000 * 4 ** (attempt - 1), maxBackoffMilliseconds);
