import { calendarLimits } from '@cfs/contracts/service-level-enumerations';
import type { Holiday, ReadHolidays } from '@cfs/contracts/service-levels';
import ICAL from 'ical.js';

/** A file that cannot be read; its message is shown to the person. */
export class HolidayFileError extends Error {
  override readonly name = 'HolidayFileError';
}

const maxEventDays = 366;
/** Occurrences that one recurring event may have before the days that are read. */
const maxEarlierOccurrences = 20_000;
const dayMilliseconds = 86_400_000;

const parse = (file: string): ICAL.Component[] => {
  const parsed: unknown = ICAL.parse(file);
  const roots = (Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]) as unknown[][];
  return roots.map((root) => new ICAL.Component(root));
};

const dateOf = (time: ICAL.Time): string => time.toString().slice(0, 10);
const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10);

const nameOfEvent = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('summary') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'Holiday';

/** How many whole days an event lasts; `undefined` for one with times of the day. */
const lengthInDays = (event: ICAL.Event): number | undefined => {
  if (!event.startDate?.isDate) return undefined;
  const days = Math.round(event.duration.toSeconds() / 86_400);
  return days >= 1 && days <= maxEventDays ? days : undefined;
};

/** Whether the event is one day, on the same date of every year without end. */
const isEveryYear = (component: ICAL.Component, days: number): boolean => {
  const rules = component.getAllProperties('rrule');
  const others = ['rdate', 'exdate', 'exrule'].some((name) => component.hasProperty(name));
  if (days !== 1 || rules.length !== 1 || others) return false;
  const rule = component.getFirstPropertyValue('rrule');
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY' || rule.interval !== 1) return false;
  if (rule.count || rule.until) return false;
  const start = component.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time)) return false;
  return Object.entries(rule.parts).every(
    ([part, values]) =>
      Array.isArray(values) &&
      values.length === 1 &&
      ((part === 'BYMONTH' && values[0] === start.month) || (part === 'BYMONTHDAY' && values[0] === start.day)),
  );
};

/** The first days of the occurrences from one date to another. */
const occurrences = (event: ICAL.Event, from: string, until: string): string[] => {
  if (!event.isRecurring()) return [dateOf(event.startDate)];
  const iterator = event.iterator();
  const start = dateOf(event.startDate);
  // The library leaves out the first occurrence of an event that recurs by dates alone.
  const found: string[] = event.component.hasProperty('rrule') || start < from || start > until ? [] : [start];
  for (let count = 0; ; count += 1) {
    const next = iterator.next() as ICAL.Time | undefined;
    const date = next && dateOf(next);
    if (date === undefined || date > until) return found;
    if (date >= from) found.push(date);
    else if (count >= maxEarlierOccurrences) return found;
    if (found.length > calendarLimits.holidays) return found;
  }
};

/** Dates at which another event replaces an occurrence, by the identifier of the recurring event. */
const replacedDates = (events: readonly ICAL.Component[]): ReadonlySet<string> =>
  new Set(
    events.flatMap((component) => {
      const date = component.getFirstPropertyValue('recurrence-id');
      return date instanceof ICAL.Time ? [`${String(component.getFirstPropertyValue('uid'))} ${dateOf(date)}`] : [];
    }),
  );

const readDays = (file: string, year: number): ReadHolidays => {
  const [from, until] = [`${year - 1}-01-01`, `${year + calendarLimits.yearsAhead}-12-31`];
  const events = parse(file)
    .flatMap((root) => (root.name === 'vevent' ? [root] : root.getAllSubcomponents('vevent')))
    .filter((event) => event.getFirstPropertyValue('status') !== 'CANCELLED' || event.hasProperty('recurrence-id'));
  if (events.length > calendarLimits.fileEvents)
    throw new HolidayFileError(`The file must have at most ${calendarLimits.fileEvents} events.`);
  const replaced = replacedDates(events);
  const holidays = new Map<string, Holiday>();
  let skipped = 0;
  for (const component of events) {
    if (component.getFirstPropertyValue('status') === 'CANCELLED') continue;
    const event = new ICAL.Event(component, { strictExceptions: true });
    const days = lengthInDays(event);
    if (days === undefined) {
      skipped += 1;
      continue;
    }
    const name = nameOfEvent(component);
    if (isEveryYear(component, days)) {
      const date = dateOf(event.startDate);
      holidays.set(date, { date, name, isYearly: true });
      continue;
    }
    const uid = String(component.getFirstPropertyValue('uid'));
    const isException = component.hasProperty('recurrence-id');
    for (const first of occurrences(event, plusDays(from, -maxEventDays), until)) {
      if (!isException && replaced.has(`${uid} ${first}`)) continue;
      for (let offset = 0; offset < days; offset += 1) {
        const date = plusDays(first, offset);
        if (date >= from && date <= until && !holidays.has(date)) holidays.set(date, { date, name, isYearly: false });
      }
      if (holidays.size > calendarLimits.holidays)
        throw new HolidayFileError(`The file names more than ${calendarLimits.holidays} days.`);
    }
  }
  return { holidays: [...holidays.values()].sort((one, other) => one.date.localeCompare(other.date)), skipped };
};

/**
 * The days that the events of an iCalendar file last, from the beginning of last year to the end of the fifth year from
 * `year`. Recurring events are unrolled; one that is each year's same day becomes one yearly holiday.
 *
 * @throws HolidayFileError for a file that is not iCalendar, has too many events or names too many days.
 */
export const holidayDays = (file: string, year: number): ReadHolidays => {
  try {
    return readDays(file, year);
  } catch (error) {
    // The library throws errors of all kinds.
    throw error instanceof HolidayFileError ? error : new HolidayFileError('The file is no iCalendar file.');
  }
};
