/** How often a step is tried before it has failed for good. */
export const maximumAttempts = 6;

const longest = 10 * 60_000;

/** Milliseconds to wait after the attempt of that number: 1 s, 4 s, 16 s, 64 s, 256 s, at most 10 min. */
export const pauseAfter = (attempt: number): number => Math.min(1_000 * 4 ** (attempt - 1), longest);
