import dayjs from 'dayjs';
import { dateFormats, emptyDateThreshold } from '@cfs/contracts/shell-texts';

/** A time as serialized in JSON: ISO 8601 in UTC. */
export type WireTime = string | null | undefined;

const threshold = dayjs(emptyDateThreshold);

const read = (time: WireTime): dayjs.Dayjs | undefined => {
  if (!time) return undefined;
  const moment = dayjs(time);
  return moment.isValid() && !moment.isBefore(threshold) ? moment : undefined;
};

const zoneNames = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });

/** The time zone's short name. The dayjs plugin for `z` creates a formatter per call, which dominates rendering a row. */
const zoneOf = (moment: dayjs.Dayjs): string =>
  zoneNames.formatToParts(moment.valueOf()).find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** 'D/MMM/YYYY HH:mm z' in the local time zone; empty for a missing time or one before 2022. */
export const formatDate = (time: WireTime): string => {
  const moment = read(time);
  return moment ? moment.format(dateFormats.standard.replace('z', `[${zoneOf(moment)}]`)) : '';
};

/** 'h:mma, ddd, M/D/YYYY', the format of notes and histories. */
export const formatNoteDate = (time: WireTime): string => read(time)?.format(dateFormats.note) ?? '';

export const formatTime = (time: WireTime): string => read(time)?.format(dateFormats.time) ?? '';

/** A time in milliseconds since the epoch: only the time of day if it is today, otherwise with the date. */
export const formatMoment = (milliseconds: number, now: Date = new Date()): string => {
  const moment = dayjs(milliseconds);
  const time = moment.toISOString();
  return moment.isSame(dayjs(now), 'day') ? formatTime(time) : formatDate(time);
};

/** The short name of the local time zone at a time, such as 'GMT+1'. */
export const formatZone = (time: WireTime): string => {
  const moment = read(time);
  return moment ? zoneOf(moment) : '';
};

const steps: readonly (readonly [limit: number, size: number, unit: string])[] = [
  [60, 1, 's'],
  [3_600, 60, 'min'],
  [86_400, 3_600, 'h'],
  [Number.POSITIVE_INFINITY, 86_400, 'd'],
];

/** The age in its largest whole unit: '42 s', '5 min', '3 h', '12 d'. Empty for a missing time or one before 2022. */
export const formatAge = (time: WireTime, now: Date = new Date()): string => {
  const moment = read(time);
  if (!moment) return '';
  const seconds = Math.max(0, Math.floor((now.getTime() - moment.valueOf()) / 1_000));
  const step = steps.find(([limit]) => seconds < limit);
  return step ? `${Math.floor(seconds / step[1])} ${step[2]}` : '';
};

/** Whole days from now until a time, negative once it is past; `undefined` for a missing time or one before 2022. */
export const wholeDaysUntil = (time: WireTime, now: Date = new Date()): number | undefined =>
  read(time)?.diff(dayjs(now), 'day');
