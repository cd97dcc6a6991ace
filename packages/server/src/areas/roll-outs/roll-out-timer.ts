/** Kind of the timer that drives a roll-out; its key is the roll-out's id. */
export const rollOutTimer = 'roll-out';

/** Interval between two runs of the timer of a roll-out in progress. */
export const rollOutPauseMilliseconds = 15_000;

const shortestCompletedPauseMilliseconds = 60_000;
const longestCompletedPauseMilliseconds = 3_600_000;

/**
 * Interval between two runs of the timer of a completed roll-out with devices that have not installed the version: one
 * minute per hour since its completion, within limits.
 */
export const completedPauseMilliseconds = (sinceCompletionMilliseconds: number): number =>
  Math.min(
    Math.max(sinceCompletionMilliseconds / 60, shortestCompletedPauseMilliseconds),
    longestCompletedPauseMilliseconds,
  );

/** Number of devices chosen per transaction, which takes about a second. */
export const devicesChosenAtOnce = 5_000;

/** Number of devices per transaction that receive the version, or their former one. */
export const devicesAtOnce = 50;
