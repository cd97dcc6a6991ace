/**
 * Milliseconds after which a match is looked at again at the latest, for the first time and while a parent is down: what
 * suppresses it may have ended before its time, in a transaction that did not see the match.
 */
export const lookAgainMilliseconds = 60_000;
