import type { TimeZoneLookup } from '@cfs/contracts/environment';

/** Offset from UTC at a moment, in minutes; positive to the east. */
const offsetAt = (id: string, moment: Date): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(moment);
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0;
};

const label = (id: string, offset: number): string => {
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.trunc(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `(UTC${offset < 0 ? '-' : '+'}${hours}:${minutes}) ${id.replaceAll('_', ' ')}`;
};

/** All IANA time zones of this runtime, including UTC, sorted from west to east and then by name. */
export const timeZonesAt = (moment: Date): TimeZoneLookup[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')]
    .map((id) => ({ id, offset: offsetAt(id, moment) }))
    .sort((one, other) => one.offset - other.offset || one.id.localeCompare(other.id))
    .map(({ id, offset }) => ({ id, name: label(id, offset), offsetMinutes: offset }));
