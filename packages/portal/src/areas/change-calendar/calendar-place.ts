import dayjs from 'dayjs';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import type { AddressQuery } from '../../lib/address-query.ts';

dayjs.extend(isoWeek);

export const calendarSpans = ['month', 'week', 'day'] as const;

/** The period that the calendar shows at once. */
export type CalendarSpan = (typeof calendarSpans)[number];

/** A local day in the format of the URL: `2026-03-02`. */
export type Day = string;

/** The position of the calendar: a span, and the day in it that has the keyboard focus. */
export interface CalendarPlace {
  readonly span: CalendarSpan;
  readonly date: Day;
}

const wire = 'YYYY-MM-DD';

export const today = (): Day => dayjs().format(wire);

const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).format(wire) === text;

/** Reads the place from the query of the URL: `span=week&date=2026-03-02`; by default the month and today. */
export const readPlace = (query: AddressQuery): CalendarPlace => ({
  span: calendarSpans.find((span) => span === query['span']) ?? 'month',
  date: isDay(query['date']) ? query['date'] : today(),
});

/** Returns the query of a place, without the defaults: the month and today. */
export const writePlace = ({ span, date }: CalendarPlace): AddressQuery => ({
  span: span === 'month' ? undefined : span,
  date: date === today() ? undefined : date,
});

/** Returns the day that is `days` days after another one; before it if negative. */
export const dayAfter = (date: Day, days: number): Day => dayjs(date).add(days, 'day').format(wire);

/** Returns the place that is `spans` spans later, or earlier if negative; in a shorter month, its last day. */
export const placeAfter = ({ span, date }: CalendarPlace, spans: number): CalendarPlace => ({
  span,
  date: dayjs(date).add(spans, span).format(wire),
});

/** The days that are shown: complete weeks from Monday for a month. */
export const daysOf = ({ span, date }: CalendarPlace): readonly Day[] => {
  const day = dayjs(date);
  if (span === 'day') return [date];
  const first = (span === 'month' ? day.startOf('month') : day).startOf('isoWeek');
  const last = (span === 'month' ? day.endOf('month') : day).endOf('isoWeek');
  return Array.from({ length: last.diff(first, 'day') + 1 }, (_, index) => first.add(index, 'day').format(wire));
};

/** Splits the days into weeks. */
export const weeksOf = (days: readonly Day[]): readonly (readonly Day[])[] =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, index) => days.slice(index * 7, index * 7 + 7));

/** The start of a local day, in milliseconds since 1970. It is also the end of the day before. */
export const startOfDay = (date: Day): number => dayjs(date).startOf('day').valueOf();

/** The title of a place: 'March 2026', 'Week 10, 2 to 8 March 2026' or 'Tuesday, 3 March 2026'. */
export const titleOf = (place: CalendarPlace): string => {
  const day = dayjs(place.date);
  if (place.span === 'month') return day.format('MMMM YYYY');
  if (place.span === 'day') return day.format('dddd, D MMMM YYYY');
  const [first, last] = [day.startOf('isoWeek'), day.endOf('isoWeek')];
  const from = first.format(
    first.year() !== last.year() ? 'D MMMM YYYY' : first.month() !== last.month() ? 'D MMMM' : 'D',
  );
  return `Week ${day.isoWeek()}, ${from} to ${last.format('D MMMM YYYY')}`;
};

/** The display name of a day, such as 'Tuesday, 3 March'. */
export const dayName = (date: Day): string => dayjs(date).format('dddd, D MMMM');

/** The day of the week in three letters. */
export const weekday = (date: Day): string => dayjs(date).format('ddd');

/** The number of a day; the first of a month with the month's name. */
export const dayNumber = (date: Day): string => dayjs(date).format(date.endsWith('-01') ? 'D MMM' : 'D');

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);
