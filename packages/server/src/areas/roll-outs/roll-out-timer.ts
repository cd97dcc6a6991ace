/** Kind of the timer that drives a roll-out; its key is the roll-out's id. */
export const rollOutTimer = 'roll-out';

/** From one look at a roll-out to the next. */
export const rollOutPauseMilliseconds = 15_000;

const shortestCompletedPauseMilliseconds = 60_000;
const longestCompletedPauseMilliseconds = 3_600_000;

/**
 * From one look to the next at a completed roll-out, devices of which have not installed the version yet: a minute for each
 * hour since it was completed, within limits.
 */
export const completedPauseMilliseconds = (sinceCompletionMilliseconds: number): number =>
  Math.min(
    Math.max(sinceCompletionMilliseconds / 60, shortestCompletedPauseMilliseconds),
    longestCompletedPauseMilliseconds,
  );

/** Devices that are chosen in one transaction: about a second. */
export const devicesChosenAtOnce = 5_000;

/** Devices that get the version, or their former one, in one transaction. */
export const devicesAtOnce = 50;
