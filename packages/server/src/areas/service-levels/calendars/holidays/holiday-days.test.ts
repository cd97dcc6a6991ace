import { expect, test } from 'vitest';
import { HolidayFileError, holidayDays } from './holiday-days.ts';

const file = (...events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((event, index) => ['BEGIN:VEVENT', `UID:${index}`, ...event.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const dates = (...events: readonly string[]) => holidayDays(file(...events), 2026).holidays.map(({ date }) => date);

test('reads whole days with their names', () => {
  const { holidays, skipped } = holidayDays(
    file(
      'DTSTART;VALUE=DATE:20261225|DTEND;VALUE=DATE:20261227|SUMMARY:Christmas\\, both days',
      'DTSTART;VALUE=DATE:20260501|SUMMARY:Labour Day',
      'DTSTART:20260601T090000Z|DTEND:20260601T100000Z|SUMMARY:A meeting',
    ),
    2026,
  );
  expect(holidays).toEqual([
    { date: '2026-05-01', name: 'Labour Day', isYearly: false },
    { date: '2026-12-25', name: 'Christmas, both days', isYearly: false },
    { date: '2026-12-26', name: 'Christmas, both days', isYearly: false },
  ]);
  expect(skipped).toBe(1);
});

test('converts an event on the same day of every year to one yearly holiday', () => {
  const { holidays } = holidayDays(file('DTSTART;VALUE=DATE:20150101|RRULE:FREQ=YEARLY|SUMMARY:New Year'), 2026);
  expect(holidays).toEqual([{ date: '2015-01-01', name: 'New Year', isYearly: true }]);
  expect(holidayDays(file('DTSTART;VALUE=DATE:20150101|RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1'), 2026)).toEqual({
    holidays: [{ date: '2015-01-01', name: 'Holiday', isYearly: true }],
    skipped: 0,
  });
});

test('expands recurring events from last year to five years ahead', () => {
  // Thanksgiving: the fourth Thursday of November.
  expect(dates('DTSTART;VALUE=DATE:20101125|RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH')).toEqual([
    '2025-11-27',
    '2026-11-26',
    '2027-11-25',
    '2028-11-23',
    '2029-11-22',
    '2030-11-28',
    '2031-11-27',
  ]);
  expect(dates('DTSTART;VALUE=DATE:20260101|RRULE:FREQ=YEARLY;COUNT=2')).toEqual(['2026-01-01', '2027-01-01']);
  expect(dates('DTSTART;VALUE=DATE:20260101|RDATE;VALUE=DATE:20260301,20260401')).toEqual([
    '2026-01-01',
    '2026-03-01',
    '2026-04-01',
  ]);
});

test('omits excluded, moved and cancelled occurrences', () => {
  const moved = file(
    'DTSTART;VALUE=DATE:20260101|RRULE:FREQ=MONTHLY;COUNT=3|EXDATE;VALUE=DATE:20260201',
    'DTSTART;VALUE=DATE:20260315|RECURRENCE-ID;VALUE=DATE:20260301',
    'DTSTART;VALUE=DATE:20260707|STATUS:CANCELLED',
  ).replace('UID:1', 'UID:0');
  expect(holidayDays(moved, 2026).holidays.map(({ date }) => date)).toEqual(['2026-01-01', '2026-03-15']);
});

test('omits the start if it is excluded', () => {
  expect(dates('DTSTART;VALUE=DATE:20260101|RRULE:FREQ=MONTHLY;COUNT=2|EXDATE;VALUE=DATE:20260101')).toEqual([
    '2026-02-01',
  ]);
  expect(dates('DTSTART;VALUE=DATE:20260101|RDATE;VALUE=DATE:20260301|EXDATE;VALUE=DATE:20260101')).toEqual([
    '2026-03-01',
  ]);
  expect(dates('DTSTART;VALUE=DATE:20260101|EXDATE;VALUE=DATE:20260101')).toEqual([]);
});

test('omits occurrences on days that do not exist', () => {
  const lastDays = dates('DTSTART;VALUE=DATE:20260131|RRULE:FREQ=MONTHLY;UNTIL=20260601');
  expect(lastDays).toEqual(['2026-01-31', '2026-03-31', '2026-05-31']);
  expect(dates('DTSTART;VALUE=DATE:20260131|RRULE:FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=31;UNTIL=20270301')).toEqual([
    '2026-01-31',
    '2027-01-31',
  ]);
  expect(dates('DTSTART;VALUE=DATE:20240229|RRULE:FREQ=YEARLY;UNTIL=20290101')).toEqual(['2028-02-29']);
  expect(dates('DTSTART;VALUE=DATE:20260228|RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3')).toEqual([
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ]);
});

test('applies days of the month to every month if a rule names no months', () => {
  const rule = (start: string, text: string) => dates(`DTSTART;VALUE=DATE:${start}|RRULE:FREQ=YEARLY;${text}`);
  expect(rule('20260101', 'BYMONTHDAY=1;COUNT=3')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(rule('20261115', 'BYMONTHDAY=1,15;UNTIL=20270101')).toEqual([
    '2026-11-15',
    '2026-12-01',
    '2026-12-15',
    '2027-01-01',
  ]);
  expect(rule('20260131', 'BYMONTHDAY=31;UNTIL=20260601')).toEqual(['2026-01-31', '2026-03-31', '2026-05-31']);
  expect(rule('20260131', 'BYMONTHDAY=-1;COUNT=3')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  expect(rule('20251101', 'INTERVAL=2;BYMONTHDAY=1;UNTIL=20270201')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2027-01-01',
    '2027-02-01',
  ]);
  expect(holidayDays(file('DTSTART;VALUE=DATE:20260101|RRULE:FREQ=YEARLY;BYMONTHDAY=1'), 2026).holidays).toHaveLength(
    72,
  );
});

test.each([
  'DTSTART;VALUE=DATE:20260131|RRULE:FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=-1',
  'DTSTART;VALUE=DATE:20260230',
  'DTSTART;VALUE=DATE:20261301',
  'DTSTART;VALUE=DATE:20260101|DTEND;VALUE=DATE:20260230',
  'DTSTART;VALUE=DATE:20260101|RDATE;VALUE=DATE:20260301,20260431',
  'DTSTART;VALUE=DATE:20260105|RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
  'DTSTART;VALUE=DATE:20260101|RRULE:FREQ=YEARLY;BYMONTHDAY=1,2,3;BYSETPOS=-1',
  'DTSTART;VALUE=DATE:20260101|RRULE:FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYSETPOS=-1',
  'DTSTART;VALUE=DATE:20260131|RRULE:FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=-1',
  'DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY|EXRULE:FREQ=WEEKLY',
  'DTSTART;VALUE=DATE:20240229|RRULE:FREQ=YEARLY;COUNT=3',
])('skips an event that it cannot evaluate: %s', (event) => {
  const { holidays, skipped } = holidayDays(file(event, 'DTSTART;VALUE=DATE:20260501'), 2026);
  expect(holidays.map(({ date }) => date)).toEqual(['2026-05-01']);
  expect(skipped).toBe(1);
});

test('evaluates positions of weekdays', () => {
  const rule = (text: string) => dates(`DTSTART;VALUE=DATE:20260130|RRULE:${text};UNTIL=20260401`);
  const lastFridays = ['2026-01-30', '2026-02-27', '2026-03-27'];
  expect(rule('FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1')).toEqual(lastFridays);
  expect(rule('FREQ=YEARLY;BYMONTH=1,2,3;BYDAY=FR;BYSETPOS=-1').at(0)).toBe('2026-01-30');
});

test('reads the days of an event that starts before the first day read', () => {
  expect(dates('DTSTART;VALUE=DATE:20241230|DTEND;VALUE=DATE:20250103')).toEqual(['2025-01-01', '2025-01-02']);
});

test.each(['', 'no calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', '{}', 'BEGIN:VEVENT\r\nDTSTART:x\r\nEND:VEVENT'])(
  'throws HolidayFileError for %j or returns no days',
  (text) => {
    let days: unknown;
    try {
      days = holidayDays(text, 2026).holidays;
    } catch (error) {
      days = error;
    }
    if (days instanceof Error) expect(days).toBeInstanceOf(HolidayFileError);
    else expect(days).toEqual([]);
  },
);

test('throws for too many events or days', () => {
  const many = Array.from({ length: 2_001 }, () => 'DTSTART;VALUE=DATE:20260101');
  expect(() => holidayDays(file(...many), 2026)).toThrow('at most 2000 events');
  expect(() => holidayDays(file('DTSTART;VALUE=DATE:20260101|RRULE:FREQ=DAILY'), 2026)).toThrow('more than 1000 days');
});
