/**
 * Longest interval in milliseconds until a match is checked again, for the first check and while a parent is down: its
 * suppression may have ended early, in a transaction that did not see the match.
 */
export const recheckMilliseconds = 60_000;
