import { z } from 'zod';
import { requiredText, text } from './text.ts';
import { calendarLimits, type ServiceLevelClockKind, type ServiceLevelOutcome } from './service-level-enumerations.ts';
import { isTimeZone } from './time-zone.ts';
import { severities, workUnitTypes, type Severity } from './work-unit-enumerations.ts';

/** Messages of service levels (docs/reference/service-levels.md#messages). */
export const serviceLevelMessages = {
  timeZone: 'Please choose a time zone.',
  hoursOrder: 'Opening hours must end after they begin.',
  hoursOverlap: 'Opening hours of a day must not overlap.',
  hoursMissing: 'Please enter opening hours.',
  holiday: 'Please enter the date of the holiday.',
  holidayTwice: 'Each date may be listed only once.',
  target: 'Please enter whole minutes, up to a year.',
} as const;

/** Whether it is a named IANA zone: an offset from UTC has no daylight saving time. */
const isNamedZone = (id: string): boolean => isTimeZone(id) && !/^[+-]/.test(id);

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 08:30.');
const endOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Must be a time such as 17:00, or 24:00.');

const openingHours = z
  .strictObject({
    /** 1 is Monday, 7 is Sunday. */
    day: z.int().min(1).max(7),
    from: timeOfDay,
    until: endOfDay,
  })
  .refine(({ from, until }) => from < until, { path: ['until'], message: serviceLevelMessages.hoursOrder });

const overlaps = (hours: readonly OpeningHours[]): boolean => {
  const sorted = hours.toSorted((one, other) => one.day - other.day || one.from.localeCompare(other.from));
  return sorted.some((each, index) => {
    const next = sorted[index + 1];
    return next !== undefined && next.day === each.day && next.from < each.until;
  });
};

const holiday = z.strictObject({
  date: z.iso.date(serviceLevelMessages.holiday),
  name: text(200),
  /** On the same day of every year. */
  isYearly: z.boolean().default(false),
});

const weeklyHours = z
  .array(openingHours)
  .max(calendarLimits.openingHours, `Must be at most ${calendarLimits.openingHours} opening hours.`)
  .refine((hours) => !overlaps(hours), serviceLevelMessages.hoursOverlap);

const holidays = z
  .array(holiday)
  .max(calendarLimits.holidays, `Must be at most ${calendarLimits.holidays} holidays.`)
  .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, serviceLevelMessages.holidayTwice);

const calendarFields = {
  name: requiredText(200, 'Please enter a name.'),
  /** IANA. */
  timeZone: requiredText(100, serviceLevelMessages.timeZone).refine(isNamedZone, serviceLevelMessages.timeZone),
  /** Around the clock, every day: opening hours and holidays do not count. */
  isAlwaysOpen: z.boolean(),
  hours: weeklyHours,
  holidays,
};

const hasHours = (calendar: {
  readonly isAlwaysOpen?: boolean | undefined;
  readonly hours?: readonly unknown[] | undefined;
}) => calendar.isAlwaysOpen !== false || calendar.hours === undefined || calendar.hours.length > 0;
const hoursMissing = { path: ['hours'], message: serviceLevelMessages.hoursMissing };

/**
 * Body of PUT /v1/businesscalendars. Without `tenantId` the calendar belongs to the request's tenant; `null` shares it
 * with all.
 */
export const businessCalendarCreateSchema = z
  .strictObject({
    ...calendarFields,
    isAlwaysOpen: calendarFields.isAlwaysOpen.default(false),
    hours: weeklyHours.default([]),
    holidays: holidays.default([]),
    businessCalendarId: z.guid().toLowerCase().nullish(),
    tenantId: z.guid().toLowerCase().nullish(),
  })
  .refine(hasHours, hoursMissing);

/** Body of POST /v1/businesscalendars/{id}: absent fields are unchanged; `modified` is the optimistic lock. */
export const businessCalendarUpdateSchema = z
  .strictObject({
    name: calendarFields.name.optional(),
    timeZone: calendarFields.timeZone.optional(),
    isAlwaysOpen: calendarFields.isAlwaysOpen.optional(),
    hours: weeklyHours.optional(),
    holidays: holidays.optional(),
    businessCalendarId: z.guid().toLowerCase().nullish(),
    tenantId: z.guid().toLowerCase().nullish(),
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine(hasHours, hoursMissing);

/** A calendar with its hours and holidays, as returned by reading one and by every change. */
export const businessCalendarAnswer = z.object({
  businessCalendarId: z.guid(),
  /** `null` for a calendar that every tenant may use. */
  tenantId: z.guid().nullable(),
  name: z.string(),
  timeZone: z.string(),
  isAlwaysOpen: z.boolean(),
  hours: z.array(z.object({ day: z.int(), from: z.string(), until: z.string() })),
  holidays: z.array(z.object({ date: z.string(), name: z.string(), isYearly: z.boolean() })),
  modified: z.string(),
});

/** Body of POST /v1/businesscalendars/readholidays: the text of an iCalendar file. */
export const holidayFileSchema = z.strictObject({
  file: text(calendarLimits.fileCharacters),
});

/** The days that an iCalendar file names, for the form; nothing is stored. */
export const readHolidaysAnswer = z.object({
  holidays: z.array(z.object({ date: z.string(), name: z.string(), isYearly: z.boolean() })),
  /** Events left out because they do not last whole days. */
  skipped: z.int(),
});

const minutes = z
  .int(serviceLevelMessages.target)
  .min(1, serviceLevelMessages.target)
  .max(525_600, serviceLevelMessages.target)
  .nullish()
  .transform((value) => value ?? null);

const targetFields = {
  /** `null` counts for every type. */
  workUnitTypeId: z
    .literal(Object.values(workUnitTypes))
    .nullish()
    .transform((value) => value ?? null),
  /** `null` counts for every severity. */
  severityId: z
    .enum(Object.keys(severities) as Severity[])
    .nullish()
    .transform((value) => value ?? null),
  /** `null` sets no target. */
  responseMinutes: minutes,
  resolutionMinutes: minutes,
  /** The share of a target after which a warning is raised. */
  warningPercent: z.int().min(1).max(99),
  /** `null` counts around the clock. */
  businessCalendarId: z
    .guid()
    .toLowerCase()
    .nullish()
    .transform((value) => value ?? null),
};

/** Body of PUT /v1/serviceleveltargets. `tenantId: null` sets the default of all tenants. */
export const serviceLevelTargetCreateSchema = z.strictObject({
  ...targetFields,
  warningPercent: targetFields.warningPercent.default(75),
  serviceLevelTargetId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
});

/** Body of POST /v1/serviceleveltargets/{id}: all fields; `modified` is the optimistic lock. */
export const serviceLevelTargetUpdateSchema = z.strictObject({
  ...targetFields,
  serviceLevelTargetId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type OpeningHours = z.infer<typeof openingHours>;
export type Holiday = z.infer<typeof holiday>;
export type BusinessCalendar = z.infer<typeof businessCalendarAnswer>;
export type BusinessCalendarCreate = z.infer<typeof businessCalendarCreateSchema>;
export type BusinessCalendarUpdate = z.infer<typeof businessCalendarUpdateSchema>;
export type ReadHolidays = z.infer<typeof readHolidaysAnswer>;
export type ServiceLevelTargetCreate = z.infer<typeof serviceLevelTargetCreateSchema>;
export type ServiceLevelTargetUpdate = z.infer<typeof serviceLevelTargetUpdateSchema>;

/** A calendar as lists show it. */
export interface BusinessCalendarRow {
  readonly businessCalendarId: string;
  readonly tenantId: string | null;
  readonly name: string;
  readonly timeZone: string;
  readonly isAlwaysOpen: boolean;
  readonly holidayCount: number;
  readonly modified: string;
}

/** A target as returned by the API. */
export interface ServiceLevelTarget {
  readonly serviceLevelTargetId: string;
  /** `null` for a default of all tenants. */
  readonly tenantId: string | null;
  readonly workUnitTypeId: number | null;
  readonly severityId: Severity | null;
  readonly responseMinutes: number | null;
  readonly resolutionMinutes: number | null;
  readonly warningPercent: number;
  readonly businessCalendarId: string | null;
  readonly modified: string;
}

const clockKinds = ['Response', 'Resolution'] as const satisfies readonly ServiceLevelClockKind[];
const outcomes = ['Met', 'Breached'] as const satisfies readonly ServiceLevelOutcome[];

/** A clock of a work unit, as returned by GET /v1/workunits/{id}/serviceLevels. */
export const serviceLevelClock = z.object({
  workUnitId: z.int(),
  kind: z.enum(clockKinds),
  targetMinutes: z.int(),
  warningPercent: z.int(),
  /** The name of the calendar; `null` around the clock. */
  calendar: z.string().nullable(),
  started: z.string(),
  /** `null` while the clock is paused, and after its end. */
  due: z.string().nullable(),
  /** When the share of the warning is used up. */
  warningDue: z.string().nullable(),
  /** Minutes of business time left, negative when overdue; `null` unless paused. */
  pausedTimeLeft: z.int().nullable(),
  ended: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
});
/** Answer of GET /v1/workunits/{id}/serviceLevels. */
export const serviceLevelClocksAnswer = z.object({ value: z.array(serviceLevelClock) });
export type ServiceLevelClock = z.infer<typeof serviceLevelClock>;

/** Query of GET /v1/servicelevels/attainment. */
export const attainmentQuerySchema = z.object({
  weeks: z.coerce.number().int().min(1).max(53).default(12),
  tenantId: z.guid().toLowerCase().optional(),
});

/** How many clocks kept their targets, by week, kind and severity. */
export const attainmentAnswer = z.object({
  value: z.array(
    z.object({
      /** The Monday on which the week begins, in UTC. */
      week: z.string(),
      kind: z.enum(clockKinds),
      severityId: z.enum(Object.keys(severities) as Severity[]),
      met: z.int(),
      breached: z.int(),
    }),
  ),
});
export type AttainmentRow = z.infer<typeof attainmentAnswer>['value'][number];
