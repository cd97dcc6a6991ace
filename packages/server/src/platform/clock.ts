/** The only source of time: every context contains one, and statements receive its time as a parameter. */
export interface Clock {
  /** The current time with milliseconds. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
