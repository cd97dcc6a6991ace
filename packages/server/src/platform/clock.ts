/** The only source of time: every context carries one, and statements take its reading as a parameter. */
export interface Clock {
  /** The present moment, with milliseconds. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
