import dayjs from 'dayjs';
import { formatZone } from '../../lib/dates.ts';
import type { Timed } from './calendar-bars.ts';
import { startOfDay, type Day } from './calendar-place.ts';

const clock = (time: string): string => dayjs(time).format('HH:mm');
const dated = (time: string): string => dayjs(time).format('D MMM HH:mm');

/** From when to when, both with their day, such as '3 Mar 22:00 – 4 Mar 02:00'; a time that is null is left open. */
export const spanText = ({ start, finish }: Timed): string => {
  const isOneDay = start !== null && finish !== null && dayjs(start).isSame(finish, 'day');
  const until = finish === null ? '' : isOneDay ? clock(finish) : dated(finish);
  return `${start === null ? '' : dated(start)} – ${until}`.trim();
};

/** As {@link spanText}, as somebody says it who speaks of the day: times of that day without it. */
export const timesOnDay = ({ start, finish }: Timed, day: Day): string => {
  const text = (time: string): string => (dayjs(time).isSame(startOfDay(day), 'day') ? clock(time) : dated(time));
  return `${start === null ? '' : text(start)} – ${finish === null ? '' : text(finish)}`.trim();
};

/** The zone in which times are shown: its name, and what it is called on that day where that is another. */
export const localZone = (day: Day): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const onThatDay = formatZone(new Date(startOfDay(day)).toISOString());
  return onThatDay === timeZone ? timeZone : `${timeZone} (${onThatDay})`;
};
