import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { describe, expect, it } from 'vitest';
import { compileTimeConditions } from '../time/compile-time-conditions.ts';
import { timeOccurrencesWithin } from './time-occurrences.ts';

const zone = 'Europe/Oslo';

/** The occurrences as text, without seconds: '2026-03-28T21:00 - 2026-03-29T03:00'. */
const occurrences = (conditions: Partial<TimeConditions>, from: string, to: string): readonly string[] => {
  const text = (moment: number | null): string => (moment === null ? '' : new Date(moment).toISOString().slice(0, 16));
  const found = timeOccurrencesWithin(Date.parse(from), Date.parse(to))({ TimeZoneId: zone, ...conditions });
  return found.map(({ start, finish }) => `${text(start)} - ${text(finish)}`);
};

const night = { DailyStartTime: '22:00:00', DailyEndTime: '05:00:00' };

describe('times at which limitations hold', () => {
  it('keep to the clock of the zone when summer begins', () => {
    expect(occurrences(night, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T21:00 - 2026-03-29T03:00',
      '2026-03-29T20:00 - 2026-03-30T03:00',
    ]);
  });

  it('keep to the clock of the zone when summer ends', () => {
    expect(occurrences(night, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-24T20:00 - 2026-10-25T04:00',
      '2026-10-25T21:00 - 2026-10-26T04:00',
    ]);
  });

  it('begin after an hour that the clock skips', () => {
    const within = { DailyStartTime: '02:30:00', DailyEndTime: '03:30:00' };
    expect(occurrences(within, '2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
      '2026-03-29T01:00 - 2026-03-29T01:30',
    ]);
    const left = { DailyStartTime: '02:10:00', DailyEndTime: '02:50:00' };
    expect(occurrences(left, '2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z')).toEqual([]);
  });

  it('occur twice within an hour that the clock repeats', () => {
    const within = { DailyStartTime: '02:10:00', DailyEndTime: '02:50:00' };
    expect(occurrences(within, '2026-10-25T00:00:00Z', '2026-10-25T12:00:00Z')).toEqual([
      '2026-10-25T00:10 - 2026-10-25T00:50',
      '2026-10-25T01:10 - 2026-10-25T01:50',
    ]);
  });

  it('merge consecutive days', () => {
    expect(occurrences({ DaysOfWeek: [6, 0] }, '2026-03-01T12:00:00Z', '2026-03-08T12:00:00Z')).toEqual([
      '2026-02-27T23:00 - 2026-03-01T23:00',
      '2026-03-06T23:00 - 2026-03-08T23:00',
    ]);
  });

  it('that overlap the span are returned in full', () => {
    expect(occurrences(night, '2026-03-10T02:00:00Z', '2026-03-10T12:00:00Z')).toEqual([
      '2026-03-09T21:00 - 2026-03-10T04:00',
    ]);
    expect(occurrences(night, '2026-03-10T04:00:00Z', '2026-03-10T21:00:00Z')).toEqual([]);
  });

  it('of a range only are the range, open at the sides where it is open', () => {
    const [from, to] = ['2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z'];
    expect(occurrences({ StartRange: '2025-12-01', EndRange: '2026-03-02' }, from, to)).toEqual([
      '2025-11-30T23:00 - 2026-03-02T23:00',
    ]);
    expect(occurrences({ StartRange: '2026-03-05' }, from, to)).toEqual(['2026-03-04T23:00 - ']);
    expect(occurrences({}, from, to)).toEqual([' - ']);
    expect(occurrences({ EndRange: '2026-02-01' }, from, to)).toEqual([]);
  });

  it('are cut by the range, and open if they continue beyond the search range', () => {
    const [from, to] = ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'];
    expect(occurrences({ ...night, StartRange: '2026-03-10T01:00:00Z' }, from, to)).toEqual([
      '2026-03-10T01:00 - 2026-03-10T04:00',
      '2026-03-10T21:00 - 2026-03-11T04:00',
    ]);
    const around = { DailyStartTime: '08:00:00', DailyEndTime: '08:00:00' };
    expect(occurrences(around, from, to)).toEqual([' - ']);
  });

  it('agree with running the rule at all times of several days', () => {
    const fiveMinutes = 300_000;
    const [from, to] = [Date.parse('2026-10-23T00:00:00Z'), Date.parse('2026-10-28T00:00:00Z')];
    const rules: Partial<TimeConditions>[] = [
      { DailyStartTime: '02:20:00', DailyEndTime: '03:40:00', DaysOfWeek: [0, 1] },
      { DailyStartTime: '23:30:00', DailyEndTime: '02:30:00', DaysOfMonth: [24, 25, 27] },
      { ...night, StartRange: '2026-10-24T23:10', EndRange: '2026-10-25T03:15' },
      { DailyEndTime: '06:00:00', TimeZoneId: 'Australia/Lord_Howe' },
      { DailyStartTime: '18:15:00', TimeZoneId: 'America/St_Johns', EndRange: '2026-10-25' },
    ];
    for (const limits of rules) {
      const conditions = { TimeZoneId: zone, ...limits };
      const holds = compileTimeConditions(conditions);
      const found = timeOccurrencesWithin(from, to)(conditions);
      const moments = Array.from({ length: (to - from) / fiveMinutes }, (_, index) => from + index * fiveMinutes);
      const isMatched = (moment: number): boolean =>
        found.some(({ start, finish }) => (start ?? from) <= moment && moment < (finish ?? to));
      const wrong = moments.filter((moment) => isMatched(moment) !== holds(moment));
      expect(wrong.map((moment) => new Date(moment).toISOString())).toEqual([]);
    }
  });
});
