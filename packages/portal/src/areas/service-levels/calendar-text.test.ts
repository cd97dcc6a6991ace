import type { Holiday } from '@cfs/contracts/service-levels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holidaysText, hoursText, readHolidays, readHours, withHolidays } from './calendar-text.ts';

const christmas = { date: '2026-12-25', name: 'Christmas Day', isYearly: true };
const labourDay = { date: '2026-05-01', name: 'Labour Day', isYearly: false };

test('opening hours are parsed from the format in which they are shown', () => {
  const hours = [
    { day: 1, from: '08:00', until: '12:00' },
    { day: 1, from: '13:00', until: '24:00' },
  ];
  expect(hoursText(hours, 1)).toBe('08:00-12:00, 13:00-24:00');
  expect(readHours('8:00 – 12:00,13:00-24:00', 1)).toEqual(hours);
  expect(hoursText(hours, 2)).toBe('');
  expect(readHours(' ', 2)).toEqual([]);
});

test('holidays are parsed from the format in which they are shown', () => {
  const text = '2026-05-01 Labour Day\n2026-12-25 yearly Christmas Day';
  expect(holidaysText([labourDay, christmas])).toBe(text);
  expect(readHolidays(`${text}\n\n`)).toEqual([labourDay, christmas]);
});

test('a holiday whose name begins with the word yearly does not become a yearly one', () => {
  const stocktaking = { date: '2026-05-02', name: 'Yearly stocktaking', isYearly: false };
  expect(holidaysText([stocktaking])).toBe('2026-05-02 "Yearly stocktaking"');
  expect(readHolidays('2026-05-02 "Yearly stocktaking"')).toEqual([stocktaking]);
  expect(holidaysText([{ ...stocktaking, isYearly: true }])).toBe('2026-05-02 yearly Yearly stocktaking');
  expect(readHolidays('2026-05-02 YEARLY stocktaking')).toEqual([
    { ...stocktaking, name: 'stocktaking', isYearly: true },
  ]);
});

test('quotation marks around a part of a name are kept', () => {
  const day = { date: '2026-05-01', name: '"Labour" Day', isYearly: false };
  expect(holidaysText([day])).toBe('2026-05-01 "Labour" Day');
  expect(readHolidays('2026-05-01   "Labour"  Day')).toEqual([day]);
});

test('holidays with any name are parsed back from their text', () => {
  const word = fc.constantFrom(
    'yearly',
    'Yearly',
    'YEARLY',
    '"',
    '\\',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u2028',
    '\u00a0',
    'Day',
  );
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
    fc.string().map((text) => JSON.stringify(text)),
  );
  const date = fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10));
  const holidays: fc.Arbitrary<Holiday[]> = fc.array(fc.record({ date, name, isYearly: fc.boolean() }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(holidays, (all) => {
      expect(readHolidays(holidaysText(all))).toEqual(all);
    }),
    { numRuns: 300 },
  );
});

test('invalid times and dates are kept, so that the form rejects them', () => {
  expect(readHours('morning', 1)).toEqual([{ day: 1, from: 'morning', until: '' }]);
  expect(readHolidays('Christmas')).toEqual([{ date: 'Christmas', name: '', isYearly: false }]);
});

test('the import of a file adds only the dates that are missing', () => {
  expect(withHolidays([christmas], [{ ...christmas, name: 'Jul' }, labourDay])).toEqual([labourDay, christmas]);
});
