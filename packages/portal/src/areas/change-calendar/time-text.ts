import dayjs from 'dayjs';
import { formatZone } from '../../lib/texts/dates.ts';
import type { Timed } from './calendar-bars.ts';
import { startOfDay, type Day } from './calendar-place.ts';

const clock = (time: string): string => dayjs(time).format('HH:mm');
const dated = (time: string): string => dayjs(time).format('D MMM HH:mm');

/**
 * Start and finish with their days, such as '3 Mar 22:00 – 4 Mar 02:00'. A finish on the day of the start has no date;
 * a time that is `null` is left out.
 */
export const spanText = ({ start, finish }: Timed): string => {
  const isOneDay = start !== null && finish !== null && dayjs(start).isSame(finish, 'day');
  const until = finish === null ? '' : isOneDay ? clock(finish) : dated(finish);
  return `${start === null ? '' : dated(start)} – ${until}`.trim();
};

/** Like {@link spanText}, but within a given day: times on that day have no date. */
export const timesOnDay = ({ start, finish }: Timed, day: Day): string => {
  const text = (time: string): string => (dayjs(time).isSame(startOfDay(day), 'day') ? clock(time) : dated(time));
  return `${start === null ? '' : text(start)} – ${finish === null ? '' : text(finish)}`.trim();
};

/** The name of the local time zone, with its short name on that day in parentheses if that differs. */
export const localZone = (day: Day): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const onThatDay = formatZone(new Date(startOfDay(day)).toISOString());
  return onThatDay === timeZone ? timeZone : `${timeZone} (${onThatDay})`;
};
