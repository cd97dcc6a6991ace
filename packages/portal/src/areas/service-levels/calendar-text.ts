import type { Holiday, OpeningHours } from '@cfs/contracts/service-levels';

/** The names of the days; the first is day 1 of opening hours. */
export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The openings of a day as text: `08:00-12:00, 13:00-17:00`. */
export const hoursText = (hours: readonly OpeningHours[], day: number): string =>
  hours
    .filter((each) => each.day === day)
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ');

/** Parses the opening hours of a day. An invalid time is kept, so that the form rejects it. */
export const readHours = (text: string, day: number): OpeningHours[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', until = ''] = part.split(/[-–]/u).map((time) => time.trim().replace(/^(\d):/, '0$1:'));
      return { day, from, until };
    });

const yearly = 'yearly';

/** Date, the word `yearly` if it recurs every year, name. */
const holidayLine = /^(?<date>\S*)(?:\s+(?<word>yearly)(?!\S))?\s*(?<name>.*)$/isu;

/** Parses a name: a quoted one as JSON, if that is valid; any other text with single spaces. */
const readName = (text: string): string => {
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      // The quotation marks are part of the name.
    }
  }
  return text.split(/\s+/u).join(' ');
};

const readHoliday = (line: string): Holiday => {
  const { date = '', word, name = '' } = holidayLine.exec(line)?.groups ?? {};
  return { date, name: readName(name), isYearly: word !== undefined };
};

const lineOf = ({ date, name, isYearly }: Holiday): string =>
  [date, ...(isYearly ? [yearly] : []), name].filter((part) => part !== '').join(' ');

/**
 * Formats holidays as text, one per line: `2026-05-01 Labour Day`, `2026-12-25 yearly Christmas`. A name that would be
 * parsed as another one is quoted as in JSON: `2026-05-02 "Yearly stocktaking"`.
 */
export const holidaysText = (holidays: readonly Holiday[]): string =>
  holidays
    .map((holiday) => {
      const plain = lineOf(holiday);
      const { name, isYearly } = readHoliday(plain.trim());
      const isRead = name === holiday.name && isYearly === holiday.isYearly;
      return isRead ? plain : lineOf({ ...holiday, name: JSON.stringify(holiday.name) });
    })
    .join('\n');

/** Parses holidays. An invalid date is kept, so that the form rejects it. */
export const readHolidays = (text: string): Holiday[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readHoliday);

/** Adds the holidays of a file whose dates are not present yet. Returns all of them sorted by date. */
export const withHolidays = (holidays: readonly Holiday[], added: readonly Holiday[]): Holiday[] => {
  const known = new Set(holidays.map(({ date }) => date));
  return [...holidays, ...added.filter(({ date }) => !known.has(date))].sort((one, other) =>
    one.date.localeCompare(other.date),
  );
};
