/** What a clock measures, by number; transferred by name (docs/reference/service-levels.md#clocks). */
export const serviceLevelClockKinds = { Response: 1, Resolution: 2 } as const;
export type ServiceLevelClockKind = keyof typeof serviceLevelClockKinds;

/** How a clock ended, by number; transferred by name. A clock without outcome runs, is paused, or was canceled. */
export const serviceLevelOutcomes = { Met: 1, Breached: 2 } as const;
export type ServiceLevelOutcome = keyof typeof serviceLevelOutcomes;

/** Limits of business calendars (docs/reference/service-levels.md#calendars). */
export const calendarLimits = {
  openingHours: 50,
  holidays: 1_000,
  fileCharacters: 500_000,
  fileEvents: 2_000,
  /** Recurring events are read up to the end of this year, counted from the present one. */
  yearsAhead: 5,
} as const;

/**
 * `dueOrder` of units without a running clock: those with a paused one follow all others, and those without a clock
 * come last.
 */
export const dueOrderOf = {
  paused: '9999-01-01T00:00:00.000Z',
  none: '9999-12-31T00:00:00.000Z',
} as const;
