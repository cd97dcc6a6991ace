import { emptyDateThreshold } from '@cfs/contracts/shell-texts';
import { isTimeZone } from '@cfs/contracts/time-zone';

/** Writes a time as it travels in the words of the page; empty for one that counts as none. */
export type DateFormat = (time: string) => string;

/** The cookie by which the portal tells the zone of the browser: a page without scripts cannot ask for it. */
const zonePattern = /(?:^|; ?)cfs-time-zone=([\w+/-]{1,60})(?:;|$)/;

/** The time zone that a request's cookies name; UTC where they name none that is known. */
export const timeZoneOf = (cookies: string | undefined): string => {
  const name = zonePattern.exec(cookies ?? '')?.[1];
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
};

/** 'D/MMM/YYYY HH:mm z' in a time zone, as the portal shows dates (`dateFormats.standard`). */
export const dateFormatOf = (timeZone: string): DateFormat => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (time) => {
    if (time < emptyDateThreshold) return '';
    const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    const day = `${part('day')}/${part('month')}/${part('year')}`;
    return `${day} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
  };
};
