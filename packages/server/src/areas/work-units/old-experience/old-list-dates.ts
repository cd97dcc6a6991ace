import { emptyDateThreshold } from '@cfs/contracts/shell-texts';
import { isTimeZone } from '@cfs/contracts/time-zone';

/** Formats an ISO 8601 time for the page; empty for a time before `emptyDateThreshold`, which counts as missing. */
export type DateFormat = (time: string) => string;

/** The cookie with the browser's time zone, set by the portal: a page without scripts cannot determine it. */
const zonePattern = /(?:^|; ?)cfs-time-zone=([\w+/-]{1,60})(?:;|$)/;

/** The time zone in a request's cookies; UTC if it is missing or unknown. */
export const timeZoneOf = (cookies: string | undefined): string => {
  const name = zonePattern.exec(cookies ?? '')?.[1];
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
};

/** Returns a formatter for 'D/MMM/YYYY HH:mm z' in a time zone, as the portal shows dates (`dateFormats.standard`). */
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
