export const hourInMilliseconds = 3_600_000;

/**
 * Milliseconds after the end of an hour within which its packets arrive on time. A packet that is received later marks
 * its hour as stale.
 */
export const hourClosesAfterMilliseconds = 5 * 60_000;

/**
 * Milliseconds after the end of an hour at which it is rolled up. The difference to `hourClosesAfterMilliseconds` is far
 * longer than an ingest transaction, so that an unmarked packet is always committed before.
 */
export const hourRollsUpAfterMilliseconds = 10 * 60_000;

/** The start of the hour, in milliseconds since 1970. */
export const startOfHour = (time: number): number => Math.floor(time / hourInMilliseconds) * hourInMilliseconds;
