import { Temporal } from 'temporal-polyfill';

/** A day of a time zone: from its midnight, inclusive, to the next one, exclusive. */
export interface HomeDay {
  readonly from: Date;
  readonly before: Date;
}

/** The calendar day of a moment, and the days up to it. */
export interface HomeDays {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The last `count` days, today included, oldest first. */
  readonly last: (count: number) => readonly HomeDay[];
}

/** Days of an IANA time zone, with 23 or 25 hours when its clocks change. */
export const daysUntil = (now: Date, timeZone: string): HomeDays => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const start = (daysAgo: number): Date =>
    new Date(today.subtract({ days: daysAgo }).toZonedDateTime({ timeZone }).epochMilliseconds);
  return {
    today: today.toString(),
    last: (count) =>
      Array.from({ length: count }, (_, index) => {
        const daysAgo = count - 1 - index;
        return { from: start(daysAgo), before: start(daysAgo - 1) };
      }),
  };
};
