/** Kind of the timer that drives a roll-out; its key is the roll-out's id. */
export const rollOutTimer = 'roll-out';

/** From one look at a roll-out to the next. */
export const rollOutPauseMilliseconds = 15_000;

/** From one look to the next at a completed roll-out, devices of which have not installed the version yet. */
export const completedPauseMilliseconds = 60_000;

/** Devices that are chosen in one transaction: about a second. */
export const devicesChosenAtOnce = 5_000;

/** Devices that get the version, or their former one, in one transaction. */
export const devicesAtOnce = 50;
