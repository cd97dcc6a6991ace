import { describe, expect, test } from 'vitest';
import { daysOf, placeAfter, readPlace, titleOf, today, weeksOf, writePlace } from './calendar-place.ts';

describe('the place of the calendar', () => {
  test('is the month of today unless the URL has another one', () => {
    expect(readPlace({})).toEqual({ span: 'month', date: today() });
    expect(readPlace({ span: 'year', date: '2026-02-30' })).toEqual({ span: 'month', date: today() });
    expect(readPlace({ span: 'week', date: '2026-02-28' })).toEqual({ span: 'week', date: '2026-02-28' });
  });

  test('leaves defaults out of the URL', () => {
    expect(writePlace({ span: 'month', date: today() })).toEqual({ span: undefined, date: undefined });
    expect(writePlace({ span: 'day', date: '2026-02-28' })).toEqual({ span: 'day', date: '2026-02-28' });
  });

  test('shows complete weeks from Monday to Sunday', () => {
    const days = daysOf({ span: 'month', date: '2026-11-21' });
    expect([days[0], days.at(-1), weeksOf(days).length]).toEqual(['2026-10-26', '2026-12-06', 6]);
    expect(daysOf({ span: 'week', date: '2026-03-29' })).toEqual([
      '2026-03-23',
      '2026-03-24',
      '2026-03-25',
      '2026-03-26',
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
    ]);
    expect(daysOf({ span: 'day', date: '2026-03-29' })).toEqual(['2026-03-29']);
  });

  test('moves by its span, to the last day of a shorter month', () => {
    expect(placeAfter({ span: 'month', date: '2026-01-31' }, 1).date).toBe('2026-02-28');
    expect(placeAfter({ span: 'week', date: '2026-01-01' }, -1).date).toBe('2025-12-25');
    expect(placeAfter({ span: 'day', date: '2026-03-28' }, 1).date).toBe('2026-03-29');
  });

  test('has its month, its week or its day as the title', () => {
    expect(titleOf({ span: 'month', date: '2026-03-03' })).toBe('March 2026');
    expect(titleOf({ span: 'week', date: '2026-03-03' })).toBe('Week 10, 2 to 8 March 2026');
    expect(titleOf({ span: 'week', date: '2026-04-01' })).toBe('Week 14, 30 March to 5 April 2026');
    expect(titleOf({ span: 'week', date: '2026-12-31' })).toBe('Week 53, 28 December 2026 to 3 January 2027');
    expect(titleOf({ span: 'day', date: '2026-03-03' })).toBe('Tuesday, 3 March 2026');
  });
});
