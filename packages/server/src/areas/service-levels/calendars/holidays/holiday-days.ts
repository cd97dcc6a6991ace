import { parseIsoTime } from '@cfs/contracts/iso-time';
import { calendarLimits } from '@cfs/contracts/service-level-enumerations';
import type { Holiday, ReadHolidays } from '@cfs/contracts/service-levels';
import ICAL from 'ical.js';

/** Thrown for a file that cannot be read; the message is shown to the user. */
export class HolidayFileError extends Error {
  override readonly name = 'HolidayFileError';
}

const maxEventDays = 366;
/** Maximum number of occurrences of a recurring event before the days that are read. */
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

/** Whether one of the event's own dates does not exist: the library converts 30 February to 2 March. */
const hasImpossibleDate = (component: ICAL.Component): boolean =>
  ['dtstart', 'dtend', 'rdate', 'recurrence-id'].some((name) =>
    component
      .getAllProperties(name)
      .flatMap(({ jCal }) => (jCal as unknown[]).slice(3))
      .some(
        (value) =>
          typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && Number.isNaN(parseIsoTime(value.slice(0, 10))),
      ),
  );

const rulesOf = (component: ICAL.Component): ICAL.Recur[] =>
  component
    .getAllProperties('rrule')
    .flatMap((property) => property.getValues() as unknown[])
    .filter((rule) => rule instanceof ICAL.Recur);

const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * Adds the months to yearly rules that name days of the month but no months: RFC 5545 means every month (3.3.10), the
 * library only that of the start. A rule for each year becomes a monthly one, for which the library also counts days
 * from the ends of months.
 */
const nameMonths = (component: ICAL.Component): void => {
  for (const rule of rulesOf(component)) {
    if (rule.freq !== 'YEARLY' || Object.keys(rule.parts).join() !== 'BYMONTHDAY') continue;
    if (rule.interval === 1) rule.freq = 'MONTHLY';
    else rule.parts = { ...rule.parts, BYMONTH: everyMonth };
  }
};

/** Returns the dates without a time of day that a property of the event lists. */
const datesOf = (component: ICAL.Component, name: string): ReadonlySet<string> =>
  new Set(
    component
      .getAllProperties(name)
      .flatMap((property) => property.getValues() as unknown[])
      .flatMap((value) => (value instanceof ICAL.Time && value.isDate ? [dateOf(value)] : [])),
  );

/** Whether the library evaluates the positions (`BYSETPOS`) of a rule; otherwise it ignores them. */
const hasKnownPositions = ({ freq, parts }: ICAL.Recur): boolean => {
  const names = Object.keys(parts).filter((name) => name !== 'BYSETPOS');
  if (freq === 'YEARLY') return names.length === 2 && names.includes('BYDAY') && names.includes('BYMONTH');
  return freq === 'MONTHLY' && names.includes('BYDAY') && !names.includes('BYMONTHDAY');
};

/** Whether a rule counts days from the ends of several months, which the library confuses with each other. */
const countsFromEnds = ({ freq, parts }: ICAL.Recur): boolean => {
  const { BYMONTH: months, BYMONTHDAY: days } = parts as Readonly<Record<string, readonly number[] | undefined>>;
  return freq === 'YEARLY' && (months?.length ?? 0) > 1 && (days ?? []).some((each) => each < 0);
};

/** Whether the event recurs by a rule that the library does not evaluate correctly. */
const recursUnknown = (component: ICAL.Component): boolean =>
  component.hasProperty('exrule') ||
  rulesOf(component).some(
    (rule) =>
      'BYWEEKNO' in rule.parts || ('BYSETPOS' in rule.parts && !hasKnownPositions(rule)) || countsFromEnds(rule),
  );

/** Whether a date is in a month and on a day of the month that the rule names, or implies by its start. */
const canLeadTo = ({ freq, parts }: ICAL.Recur, start: string, date: string): boolean => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const months = parts['BYMONTH'] as readonly number[] | undefined;
  if (months && !months.includes(month)) return false;
  const recursOnDay = (freq === 'YEARLY' || freq === 'MONTHLY') && !('BYDAY' in parts || 'BYYEARDAY' in parts);
  const days =
    (parts['BYMONTHDAY'] as readonly number[] | undefined) ?? (recursOnDay ? [Number(start.slice(8))] : undefined);
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return !days || days.some((each) => (each > 0 ? each : daysOfMonth + 1 + each) === day);
};

const nameOfEvent = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('summary') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'Holiday';

/** Returns how many whole days an event lasts; `undefined` for one with times of the day or of more than 366 days. */
const lengthInDays = (event: ICAL.Event): number | undefined => {
  if (!event.startDate?.isDate) return undefined;
  const days = Math.round(event.duration.toSeconds() / 86_400);
  return days >= 1 && days <= maxEventDays ? days : undefined;
};

/** Whether the event is a single day that recurs on the same date every year, without an end. */
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

/**
 * Returns the first days of the occurrences from one date to another. Returns `undefined` if a rule has a count and the
 * library counts days that do not exist, such as 29 February of each year.
 */
const occurrences = (event: ICAL.Event, from: string, until: string): string[] | undefined => {
  const { component } = event;
  const start = dateOf(event.startDate);
  const excluded = datesOf(component, 'exdate');
  if (!event.isRecurring()) return excluded.has(start) ? [] : [start];
  const iterator = event.iterator();
  const rules = rulesOf(component);
  const added = datesOf(component, 'rdate');
  const isReal = (date: string): boolean =>
    date === start || added.has(date) || rules.length === 0 || rules.some((rule) => canLeadTo(rule, start, date));
  const found: string[] = [];
  const take = (date: string): void => {
    if (date >= from && date <= until && !excluded.has(date)) found.push(date);
  };
  // The library omits the first occurrence of an event that recurs only by dates (`RDATE`).
  if (!component.hasProperty('rrule')) take(start);
  for (let count = 0; ; count += 1) {
    const next = iterator.next() as ICAL.Time | undefined;
    const date = next && dateOf(next);
    if (date === undefined || date > until) return found;
    if (isReal(date)) take(date);
    else if (rules.some((rule) => rule.count)) return undefined;
    if (date < from && count >= maxEarlierOccurrences) return found;
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
    nameMonths(component);
    if (hasImpossibleDate(component) || recursUnknown(component)) {
      skipped += 1;
      continue;
    }
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
    const firstDays = occurrences(event, plusDays(from, -maxEventDays), until);
    if (!firstDays) {
      skipped += 1;
      continue;
    }
    for (const first of firstDays) {
      if (!isException && replaced.has(`${uid} ${first}`)) continue;
      for (let offset = 0; offset < days; offset += 1) {
        const date = plusDays(first, offset);
        if (date >= from && date <= until && !holidays.has(date)) holidays.set(date, { date, name, isYearly: false });
      }
      if (holidays.size > calendarLimits.holidays)
        throw new HolidayFileError(`The file contains more than ${calendarLimits.holidays} days.`);
    }
  }
  return { holidays: [...holidays.values()].sort((one, other) => one.date.localeCompare(other.date)), skipped };
};

/**
 * Returns the days of the events of an iCalendar file, from the beginning of the year before `year` to the end of the
 * fifth year after it. Recurring events are expanded; an event on the same day of every year becomes one yearly
 * holiday.
 *
 * @throws HolidayFileError for a file that is not iCalendar, has too many events or names too many days.
 */
export const holidayDays = (file: string, year: number): ReadHolidays => {
  try {
    return readDays(file, year);
  } catch (error) {
    // The library throws errors of all kinds.
    throw error instanceof HolidayFileError ? error : new HolidayFileError('The file is not an iCalendar file.');
  }
};
