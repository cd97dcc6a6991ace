import type { Holiday, OpeningHours } from '@cfs/contracts/service-levels';

/** The names of the days; the first is day 1 of opening hours. */
export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The openings of a day as text: `08:00-12:00, 13:00-17:00`. */
export const hoursText = (hours: readonly OpeningHours[], day: number): string =>
  hours
    .filter((each) => each.day === day)
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ');

/** The openings that a text names; what is no time is kept, so that the form refuses it. */
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

/** Holidays as text, a line each: `2026-05-01 Labour Day`, `2026-12-25 yearly Christmas`. */
export const holidaysText = (holidays: readonly Holiday[]): string =>
  holidays
    .map(({ date, name, isYearly }) =>
      [date, ...(isYearly ? [yearly] : []), name].filter((part) => part !== '').join(' '),
    )
    .join('\n');

/** The holidays that a text names; what is no date is kept, so that the form refuses it. */
export const readHolidays = (text: string): Holiday[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [date = '', ...words] = line.split(/\s+/u);
      const isYearly = words[0]?.toLowerCase() === yearly;
      return { date, name: (isYearly ? words.slice(1) : words).join(' '), isYearly };
    });

/** Holidays with those of a file whose dates are not among them, by date. */
export const withHolidays = (holidays: readonly Holiday[], added: readonly Holiday[]): Holiday[] => {
  const known = new Set(holidays.map(({ date }) => date));
  return [...holidays, ...added.filter(({ date }) => !known.has(date))].sort((one, other) =>
    one.date.localeCompare(other.date),
  );
};
