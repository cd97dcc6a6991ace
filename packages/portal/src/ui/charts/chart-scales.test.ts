import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { formatNumber, timeTicks, valueTicks } from './chart-scales.ts';

describe('value ticks', () => {
  it('start at zero for readings that may be percentages', () => {
    expect(valueTicks([99.5, 100], 4)).toEqual([0, 50, 100]);
  });

  it('start near the data where zero would hide it', () => {
    expect(valueTicks([1_013, 1_014], 4)).toEqual([1_013, 1_013.5, 1_014]);
    expect(valueTicks([-4, 3], 4)).toEqual([-4, -2, 0, 2, 4]);
  });

  it('exist for a single value', () => {
    for (const value of [0, 5, -5, 1e99, 1e-99]) {
      const ticks = valueTicks([value], 4);
      expect(ticks.length).toBeGreaterThan(1);
      expect(Math.min(...ticks)).toBeLessThanOrEqual(value);
      expect(Math.max(...ticks)).toBeGreaterThanOrEqual(value);
    }
  });

  it('have no rounding errors', () => {
    expect(valueTicks([0.1, 0.7], 7)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  });
});

describe('time ticks', () => {
  it('are round local times within the span', () => {
    const from = dayjs('2026-06-10T10:07:00').valueOf();
    const ticks = timeTicks(from, from + 3_600_000, 6);
    expect(ticks.map(({ label }) => label)).toEqual(['10:15', '10:30', '10:45', '11:00']);
  });

  it('are days for weeks and months for a year', () => {
    const from = dayjs('2026-01-05T10:00:00').valueOf();
    expect(timeTicks(from, from + 7 * 86_400_000, 8)[0]?.label).toBe('6 Jan');
    expect(timeTicks(from, from + 390 * 86_400_000, 6).map(({ label }) => label)).toContain('Apr 2026');
  });

  it('stay on round hours across a daylight saving change', () => {
    const from = dayjs('2026-03-28T20:00:00').valueOf();
    const ticks = timeTicks(from, from + 30 * 3_600_000, 8);
    for (const { time } of ticks) expect(dayjs(time).hour() % 6).toBe(0);
  });
});

describe('numbers', () => {
  it('have five significant digits; whole numbers have all their digits', () => {
    expect([12.345678, 1_234_567, 0.000_012_345_67, -7].map(formatNumber)).toEqual([
      '12.346',
      '1,234,567',
      '0.000012346',
      '-7',
    ]);
  });
});
