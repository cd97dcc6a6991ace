import { describe, expect, test } from 'vitest';
import { formatAge, formatDate, formatMoment, formatNoteDate, wholeDaysUntil } from './dates.ts';

const now = new Date('2026-03-10T12:00:00.000Z');

describe('dates', () => {
  test('contain day, short month, year and zone', () => {
    expect(formatDate('2026-03-09T12:00:00.000Z')).toMatch(/^\d{1,2}\/Mar\/2026 \d{2}:\d{2} \S+/);
  });

  test('of notes start with the time of day', () => {
    expect(formatNoteDate('2026-03-09T12:00:00.000Z')).toMatch(/^\d{1,2}:\d{2}(am|pm), \w{3}, 3\/\d{1,2}\/2026$/);
  });

  test('of today are shown as time only', () => {
    expect(formatMoment(now.getTime() - 1_000, now)).toMatch(/^\d{2}:\d{2}:\d{2}$/);
    expect(formatMoment(now.getTime() - 2 * 86_400_000, now)).toMatch(/^8\/Mar\/2026 \d{2}:\d{2} \S+/);
  });

  test('before 2022 are empty', () => {
    expect(formatDate('2021-12-31T23:59:59.000Z')).toBe('');
    expect(formatDate(null)).toBe('');
  });

  test('format an age in its largest whole unit', () => {
    expect(formatAge('2026-03-10T11:59:18.000Z', now)).toBe('42 s');
    expect(formatAge('2026-03-10T11:54:30.000Z', now)).toBe('5 min');
    expect(formatAge('2026-03-10T08:30:00.000Z', now)).toBe('3 h');
    expect(formatAge('2026-02-26T11:00:00.000Z', now)).toBe('12 d');
  });

  test('never format a negative age', () => {
    expect(formatAge('2026-03-10T12:00:05.000Z', now)).toBe('0 s');
  });

  test('count whole days until a licence ends', () => {
    expect(wholeDaysUntil('2026-03-12T11:59:00.000Z', now)).toBe(1);
    expect(wholeDaysUntil('2026-03-08T12:00:00.000Z', now)).toBe(-2);
  });
});
