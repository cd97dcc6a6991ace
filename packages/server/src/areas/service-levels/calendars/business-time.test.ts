import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { businessTimeOf, type OpenTimes } from './business-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu', 'UTC'];

const weekdays = [1, 2, 3, 4, 5];
const office = (timeZone: string, fields: Partial<OpenTimes> = {}): OpenTimes => ({
  timeZone,
  isAlwaysOpen: false,
  hours: weekdays.map((day) => ({ day, from: '08:00', until: '17:00' })),
  holidays: [],
  ...fields,
});
const everyDay = (timeZone: string, from: string, until: string): OpenTimes =>
  office(timeZone, { hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, until })) });

const at = (text: string): number => Date.parse(text);
const hoursBetween = (times: OpenTimes, from: string, until: string): number =>
  businessTimeOf(times).between(at(from), at(until)) / hour;
const due = (times: OpenTimes, from: string, hours: number): string => {
  const moment = businessTimeOf(times).after(at(from), hours * hour);
  return moment === undefined ? 'never' : new Date(moment).toISOString();
};

/** Returns the local time of a moment, read only from a formatter of the zone. */
const localOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (moment: number) => {
    const [date = '', time = ''] = format.format(moment).split(' ');
    return { date, time, day: new Date(`${date}T00:00Z`).getUTCDay() || 7 };
  };
};

/** Returns whether a minute counts, decided for each minute separately. */
const openMinutes = (times: OpenTimes): ((moment: number) => boolean) => {
  const local = localOf(times.timeZone);
  return (moment) => {
    if (times.isAlwaysOpen) return true;
    const { date, time, day } = local(moment);
    const isHoliday = times.holidays.some((each) =>
      each.isYearly ? each.date.slice(5) === date.slice(5) : each.date === date,
    );
    return !isHoliday && times.hours.some((each) => each.day === day && each.from <= time && time < each.until);
  };
};

describe('a Friday afternoon', () => {
  it('continues on Monday', () => {
    expect(due(office('Europe/Berlin'), '2026-11-20T15:00:00Z', 2)).toBe('2026-11-23T08:00:00.000Z');
  });

  it('continues after a holiday on Monday', () => {
    const times = office('Europe/Berlin', { holidays: [{ date: '2026-11-23', isYearly: false }] });
    expect(due(times, '2026-11-20T15:00:00Z', 2)).toBe('2026-11-24T08:00:00.000Z');
  });
});

test.each([
  // Clocks change at 1:00 UTC: 2:00 becomes 3:00, or 3:00 becomes 2:00.
  ['Europe/Berlin', 'spring', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '00:00', '24:00', 23],
  ['Europe/Berlin', 'autumn', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '00:00', '24:00', 25],
  ['Europe/Berlin', 'the skipped hour', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '02:00', '03:00', 0],
  ['Europe/Berlin', 'the repeated hour', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '02:00', '03:00', 2],
  ['Europe/Berlin', 'half of the repeated hour', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '01:00', '02:30', 2],
  ['America/New_York', 'spring', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '00:00', '24:00', 23],
  ['America/New_York', 'autumn', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '00:00', '24:00', 25],
  // Half an hour, at 2:00.
  ['Australia/Lord_Howe', 'autumn', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z', '00:00', '24:00', 24.5],
  ['Australia/Lord_Howe', 'spring', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z', '00:00', '24:00', 23.5],
  [
    'Australia/Lord_Howe',
    'the skipped half hour',
    '2026-10-03T13:30:00Z',
    '2026-10-04T13:00:00Z',
    '02:00',
    '03:00',
    0.5,
  ],
  // At midnight: 24:00 becomes 23:00, 0:00 becomes 1:00.
  ['America/Santiago', 'autumn', '2026-04-04T03:00:00Z', '2026-04-05T04:00:00Z', '00:00', '24:00', 25],
  ['America/Santiago', 'the repeated hour', '2026-04-04T03:00:00Z', '2026-04-05T04:00:00Z', '23:00', '24:00', 2],
  ['America/Santiago', 'spring', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z', '00:00', '24:00', 23],
  // 5:45 east of UTC, without any change.
  ['Asia/Kathmandu', 'any day', '2026-03-28T18:15:00Z', '2026-03-29T18:15:00Z', '09:00', '17:30', 8.5],
])('counts the hours of a day: %s, %s', (zone, _, from, until, opens, closes, hours) => {
  expect(hoursBetween(everyDay(zone, opens, closes), from, until)).toBe(hours);
});

test('a holiday lasts from midnight to midnight of the zone', () => {
  const times = {
    ...everyDay('America/Santiago', '00:00', '24:00'),
    holidays: [{ date: '2026-04-04', isYearly: false }],
  };
  // The day has 25 hours, from 3:00 to 4:00 UTC.
  expect(hoursBetween(times, '2026-04-04T02:00:00Z', '2026-04-05T05:00:00Z')).toBe(2);
});

test('a yearly holiday recurs in every year', () => {
  const times = { ...everyDay('UTC', '00:00', '24:00'), holidays: [{ date: '2020-12-25', isYearly: true }] };
  expect(hoursBetween(times, '2026-12-24T00:00:00Z', '2026-12-27T00:00:00Z')).toBe(48);
  expect(hoursBetween(times, '2019-12-24T00:00:00Z', '2019-12-27T00:00:00Z')).toBe(48);
});

test('a calendar that is always open counts every hour, also on holidays', () => {
  const times = office('Europe/Berlin', { isAlwaysOpen: true, holidays: [{ date: '2026-11-21', isYearly: false }] });
  expect(due(times, '2026-11-20T15:00:00Z', 48)).toBe('2026-11-22T15:00:00.000Z');
});

test('after returns undefined for a calendar that never opens', () => {
  expect(due(office('UTC', { hours: [] }), '2026-11-20T15:00:00Z', 1)).toBe('never');
});

test('after returns an earlier moment for a negative length', () => {
  expect(due(office('UTC'), '2026-11-20T15:00:00Z', -1)).toBe('2026-11-20T14:00:00.000Z');
});

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 * 60 }), fc.integer({ min: 1, max: 24 * 60 }))
  .filter(([from, until]) => from < until)
  .map((range) =>
    range.map((each) => `${String(Math.floor(each / 60)).padStart(2, '0')}:${String(each % 60).padStart(2, '0')}`),
  )
  .map(([from = '', until = '']) => ({ from, until }));
/** Days around clock changes, and any day of three years. */
const days = fc.oneof(
  fc.constantFrom('2026-03-28', '2026-10-24', '2026-03-07', '2026-10-31', '2026-04-04', '2026-10-03', '2026-09-05'),
  fc.integer({ min: 0, max: 1_095 }).map((each) => new Date(Date.UTC(2025, 0, 1 + each)).toISOString().slice(0, 10)),
);
const calendars: fc.Arbitrary<OpenTimes> = fc.record({
  timeZone: fc.constantFrom(...zones),
  isAlwaysOpen: fc.constant(false),
  hours: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 1, max: 7 }), range: times }).map(({ day, range }) => ({ day, ...range })),
    { minLength: 1, maxLength: 7, selector: ({ day }) => day },
  ),
  holidays: fc.array(fc.record({ date: days, isYearly: fc.boolean() }), { maxLength: 3 }),
});

test('agrees with counting minute by minute', () => {
  fc.assert(
    fc.property(
      calendars,
      days,
      fc.integer({ min: 0, max: 24 * 60 - 1 }),
      fc.integer({ min: 1, max: 4 * 24 * 60 }),
      (calendar, day, startMinute, length) => {
        const from = Date.parse(day) + startMinute * minute;
        const isOpen = openMinutes(calendar);
        const { between, after } = businessTimeOf(calendar);
        let counted = 0;
        for (let step = 0; step < length; step += 1) {
          const moment = from + step * minute;
          if (!isOpen(moment)) continue;
          counted += 1;
          // At the end of this minute, `counted` open minutes have passed.
          if (counted % 97 === 1) expect(after(from, counted * minute)).toBe(moment + minute);
        }
        expect(between(from, from + length * minute)).toBe(counted * minute);
      },
    ),
    { numRuns: 80 },
  );
});

test('between is the inverse of after', () => {
  fc.assert(
    fc.property(calendars, days, fc.integer({ min: 1, max: 5 * 24 * 60 * minute }), (calendar, day, length) => {
      const from = Date.parse(day);
      const { between, after } = businessTimeOf(calendar);
      const until = after(from, length);
      if (until !== undefined) expect(between(from, until)).toBe(length);
    }),
  );
});
