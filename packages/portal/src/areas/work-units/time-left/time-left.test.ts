import { expect, test } from 'vitest';
import { minutesText, timeLeftAt } from './time-left.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const running = (dueTime: string) => ({ dueTime, pausedTimeLeft: null });

test.each([
  [0, '0 min'],
  [59.9, '59 min'],
  [60, '1 h'],
  [65, '1 h 5 min'],
  [1_440, '1 d'],
  [1_445, '1 d 5 min'],
  [3_000, '2 d 2 h'],
  [2_945, '2 d 1 h'],
])('%s minutes are shown as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

test.each([
  ['2026-11-20T14:00:00.000Z', 'underway', '2 h'],
  ['2026-11-20T12:30:00.000Z', 'warning', '30 min'],
  ['2026-11-20T12:00:00.000Z', 'bad', 'Overdue by 0 min'],
  ['2026-11-20T10:55:00.000Z', 'bad', 'Overdue by 1 h 5 min'],
])('a unit due at %s is %s', (dueTime, tone, text) => {
  expect(timeLeftAt(running(dueTime), now)).toEqual({ tone, text });
});

test('a clock warns from its warning time on', () => {
  const due = running('2026-11-20T12:30:00.000Z');
  expect(timeLeftAt(due, now, '2026-11-20T12:10:00.000Z')?.tone).toBe('underway');
  expect(timeLeftAt(due, now, '2026-11-20T11:50:00.000Z')?.tone).toBe('warning');
  expect(timeLeftAt(due, now, null)?.tone).toBe('warning');
});

test('a paused unit shows the time left', () => {
  expect(timeLeftAt({ dueTime: null, pausedTimeLeft: 90 }, now)).toEqual({
    tone: 'muted',
    text: 'Paused, 1 h 30 min',
  });
  expect(timeLeftAt({ dueTime: null, pausedTimeLeft: -5 }, now)).toEqual({
    tone: 'bad',
    text: 'Paused, overdue by 5 min',
  });
  expect(timeLeftAt({ dueTime: null, pausedTimeLeft: null }, now)).toBeUndefined();
});
