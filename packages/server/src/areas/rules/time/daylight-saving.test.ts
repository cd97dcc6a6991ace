import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { describe, expect, it } from 'vitest';
import { timeOccurrencesWithin } from '../occurrences/time-occurrences.ts';
import { compileTimeConditions } from './compile-time-conditions.ts';

const minute = 60_000;

type Daily = readonly [start: string, end: string];

const occurrences = (conditions: TimeConditions, from: string, to: string): string[] => {
  const text = (moment: number | null): string => (moment === null ? '' : new Date(moment).toISOString().slice(5, 16));
  const found = timeOccurrencesWithin(Date.parse(from), Date.parse(to))(conditions);
  return found.map(({ start, finish }) => `${text(start)} - ${text(finish)}`);
};

const daily = (TimeZoneId: string, [DailyStartTime, DailyEndTime]: Daily): TimeConditions => ({
  TimeZoneId,
  DailyStartTime: `${DailyStartTime}:00`,
  DailyEndTime: `${DailyEndTime}:00`,
});

describe('a daily range on a night when the clock changes', () => {
  // Each night from a few hours before the change to a few hours after it, in UTC.
  it.each<[zone: string, range: Daily, from: string, to: string, expected: readonly string[]]>([
    ['Europe/Berlin', ['02:15', '02:45'], '2026-03-28T23:00Z', '2026-03-29T12:00Z', []],
    ['Europe/Berlin', ['01:30', '03:30'], '2026-03-28T23:00Z', '2026-03-29T12:00Z', ['03-29T00:30 - 03-29T01:30']],
    [
      'Europe/Berlin',
      ['02:15', '02:45'],
      '2026-10-24T22:00Z',
      '2026-10-25T12:00Z',
      ['10-25T00:15 - 10-25T00:45', '10-25T01:15 - 10-25T01:45'],
    ],
    ['America/New_York', ['02:15', '02:45'], '2026-03-08T05:00Z', '2026-03-08T18:00Z', []],
    [
      'America/New_York',
      ['01:15', '01:45'],
      '2026-11-01T04:00Z',
      '2026-11-01T18:00Z',
      ['11-01T05:15 - 11-01T05:45', '11-01T06:15 - 11-01T06:45'],
    ],
    // Lord Howe changes by half an hour.
    ['Australia/Lord_Howe', ['02:10', '02:20'], '2026-10-03T13:00Z', '2026-10-04T00:00Z', []],
    [
      'Australia/Lord_Howe',
      ['02:15', '02:45'],
      '2026-10-03T13:00Z',
      '2026-10-04T00:00Z',
      ['10-03T15:30 - 10-03T15:45'],
    ],
    [
      'Australia/Lord_Howe',
      ['01:35', '01:55'],
      '2026-04-04T13:00Z',
      '2026-04-05T00:00Z',
      ['04-04T14:35 - 04-04T14:55', '04-04T15:05 - 04-04T15:25'],
    ],
    // Santiago changes at midnight.
    ['America/Santiago', ['00:00', '00:30'], '2026-09-06T03:00Z', '2026-09-06T12:00Z', []],
    ['America/Santiago', ['23:30', '00:30'], '2026-09-06T01:00Z', '2026-09-06T12:00Z', ['09-06T03:30 - 09-06T04:00']],
    [
      'America/Santiago',
      ['23:30', '00:30'],
      '2026-04-05T01:00Z',
      '2026-04-05T12:00Z',
      ['04-05T02:30 - 04-05T03:00', '04-05T03:30 - 04-05T04:30'],
    ],
  ])('%s %j from %s', (zone, range, from, to, expected) => {
    expect(occurrences(daily(zone, range), from, to)).toEqual(expected);
  });

  it.each([
    ['2026-04-05T12:00Z', ['04-05T04:00 - 04-06T04:00']],
    ['2026-09-06T12:00Z', ['09-06T04:00 - 09-07T03:00']],
  ])('begins Sunday in Santiago at its local midnight: %s', (noon, expected) => {
    const sunday = { TimeZoneId: 'America/Santiago', DaysOfWeek: [0] };
    const [from, to] = [-24, 36].map((hours) => new Date(Date.parse(noon) + hours * 60 * minute).toISOString());
    expect(occurrences(sunday, from ?? '', to ?? '')).toEqual(expected);
  });
});

/** The clock of a zone by an implementation other than the one that rules use. */
const clockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (moment: number) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return {
      minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
      weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts.get('weekday') ?? ''),
    };
  };
};

describe('time limitations over the nights of a year', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
    'follow the clock of %s, minute by minute around its changes',
    (zone) => {
      const clock = clockOf(zone);
      const hours = Array.from({ length: 365 * 24 }, (_, hour) => Date.UTC(2026, 0, 1) + hour * 60 * minute);
      const offset = (moment: number): number => (clock(moment).minutes - ((moment / minute) % 1_440) + 2_880) % 1_440;
      const changes = hours.filter((moment) => offset(moment) !== offset(moment + 60 * minute));
      expect(changes).toHaveLength(2);
      const wraps = compileTimeConditions({ ...daily(zone, ['23:20', '02:40']), DaysOfWeek: [6, 0] });
      const plain = compileTimeConditions(daily(zone, ['00:20', '02:40']));
      for (const change of changes) {
        for (let moment = change - 1_500 * minute; moment < change + 1_500 * minute; moment += minute) {
          const { minutes, weekday } = clock(moment);
          const began = minutes < 160 ? (weekday + 6) % 7 : weekday;
          const within = minutes < 160 || minutes >= 1_400;
          const at = new Date(moment).toISOString();
          expect(plain(moment), at).toBe(minutes >= 20 && minutes < 160);
          expect(wraps(moment), at).toBe(within && (began === 6 || began === 0));
        }
      }
    },
  );

  it('hold in 1970 and in 2100', () => {
    const night = compileTimeConditions(daily('Europe/Berlin', ['22:00', '06:00']));
    expect(night(0)).toBe(true);
    expect(night(Date.parse('1970-01-01T12:00:00Z'))).toBe(false);
    expect(night(Date.parse('2100-07-01T04:30:00Z'))).toBe(false);
    expect(night(Date.parse('2100-01-01T04:30:00Z'))).toBe(true);
  });
});
