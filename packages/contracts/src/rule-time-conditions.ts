import { z } from 'zod';
import { parseIsoTime } from './iso-time.ts';
import { isTimeZone } from './time-zone.ts';

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'Please enter a time as HH:mm:ss.' });

const momentPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** PostgreSQL has no year 0. */
const exists = (text: string): boolean =>
  !text.startsWith('0000') && !Number.isNaN(parseIsoTime(text.replace(' ', 'T')));

/** An instant, or a local date and time in the rule's zone. */
const moment = z
  .string()
  .regex(momentPattern, { error: 'Please enter a valid date' })
  .refine(exists, { error: 'Please enter a valid date' });

const numbers = (low: number, high: number, message: string) =>
  z
    .union([z.array(z.int()), z.string()])
    .transform((days) =>
      (typeof days === 'string' ? days.split(',').filter((day) => day.trim() !== '') : days).map(Number),
    )
    .refine((days) => days.every((day) => Number.isInteger(day) && day >= low && day <= high), { error: message });

/**
 * When a rule is active (docs/reference/rules.md#time-limitations): from StartRange to EndRange, on the listed days of
 * the week (0 is Sunday) and of the month, between DailyStartTime and DailyEndTime, which may span midnight; all in an
 * IANA time zone. Absent or empty values do not restrict.
 */
export const timeConditionsSchema = z.object({
  TimeZoneId: z
    .string({ error: 'A timezone is required.' })
    .min(1, { error: 'A timezone is required.' })
    .refine(isTimeZone, { error: 'The timezone is not known.' }),
  StartRange: moment.nullish(),
  EndRange: moment.nullish(),
  DaysOfWeek: numbers(0, 6, 'Days of the week run from 0 (Sunday) to 6 (Saturday).').nullish(),
  DaysOfMonth: numbers(1, 31, 'Days of the month run from 1 to 31.').nullish(),
  DailyStartTime: clockTime.nullish(),
  DailyEndTime: clockTime.nullish(),
});

export type TimeConditions = z.infer<typeof timeConditionsSchema>;
