import { expect, test } from 'vitest';
import { holidaysText, hoursText, readHolidays, readHours, withHolidays } from './calendar-text.ts';

const christmas = { date: '2026-12-25', name: 'Christmas Day', isYearly: true };
const labourDay = { date: '2026-05-01', name: 'Labour Day', isYearly: false };

test('opening hours are read as they are shown', () => {
  const hours = [
    { day: 1, from: '08:00', until: '12:00' },
    { day: 1, from: '13:00', until: '24:00' },
  ];
  expect(hoursText(hours, 1)).toBe('08:00-12:00, 13:00-24:00');
  expect(readHours('8:00 – 12:00,13:00-24:00', 1)).toEqual(hours);
  expect(hoursText(hours, 2)).toBe('');
  expect(readHours(' ', 2)).toEqual([]);
});

test('holidays are read as they are shown', () => {
  const text = '2026-05-01 Labour Day\n2026-12-25 yearly Christmas Day';
  expect(holidaysText([labourDay, christmas])).toBe(text);
  expect(readHolidays(`${text}\n\n`)).toEqual([labourDay, christmas]);
});

test('what is no time or date is left for the form to refuse', () => {
  expect(readHours('morning', 1)).toEqual([{ day: 1, from: 'morning', until: '' }]);
  expect(readHolidays('Christmas')).toEqual([{ date: 'Christmas', name: '', isYearly: false }]);
});

test('a file adds the dates that are not there yet', () => {
  expect(withHolidays([christmas], [{ ...christmas, name: 'Jul' }, labourDay])).toEqual([labourDay, christmas]);
});
