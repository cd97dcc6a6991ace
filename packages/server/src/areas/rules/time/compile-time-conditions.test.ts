import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { describe, expect, it } from 'vitest';
import { compileTimeConditions } from './compile-time-conditions.ts';

const holds = (conditions: Partial<TimeConditions>, moment: string): boolean =>
  compileTimeConditions({ TimeZoneId: 'America/New_York', ...conditions })(Date.parse(moment));

describe('compileTimeConditions', () => {
  it('follows daylight saving in its zone', () => {
    const morning = { DailyStartTime: '08:00:00', DailyEndTime: '09:00:00' };
    expect(holds(morning, '2026-03-07T13:30:00Z')).toBe(true);
    expect(holds(morning, '2026-03-09T13:30:00Z')).toBe(false);
    expect(holds(morning, '2026-03-09T12:30:00Z')).toBe(true);
  });

  it('assigns the hours after midnight to the previous day', () => {
    const fridayNight = { DailyStartTime: '22:00:00', DailyEndTime: '06:00:00', DaysOfWeek: [5] };
    expect(holds(fridayNight, '2026-03-07T04:00:00Z')).toBe(true);
    expect(holds(fridayNight, '2026-03-07T10:00:00Z')).toBe(true);
    expect(holds(fridayNight, '2026-03-07T11:00:00Z')).toBe(false);
    expect(holds(fridayNight, '2026-03-06T10:00:00Z')).toBe(false);
  });

  it('uses the days of the week and the month in its zone', () => {
    expect(holds({ DaysOfWeek: [0] }, '2026-03-02T04:59:00Z')).toBe(true);
    expect(holds({ DaysOfWeek: [0] }, '2026-03-02T05:00:00Z')).toBe(false);
    expect(holds({ DaysOfMonth: [1, 31] }, '2026-03-02T04:59:00Z')).toBe(true);
  });

  it('includes the last day of a range given by dates', () => {
    const range = { StartRange: '2026-03-02', EndRange: '2026-03-03' };
    expect(holds(range, '2026-03-02T04:59:59Z')).toBe(false);
    expect(holds(range, '2026-03-02T05:00:00Z')).toBe(true);
    expect(holds(range, '2026-03-04T04:59:59Z')).toBe(true);
    expect(holds(range, '2026-03-04T05:00:00Z')).toBe(false);
  });

  it('always holds if nothing is chosen', () => {
    expect(compileTimeConditions(null)(0)).toBe(true);
    expect(holds({ DaysOfWeek: [], DaysOfMonth: [] }, '2026-03-02T00:00:00Z')).toBe(true);
  });
});
