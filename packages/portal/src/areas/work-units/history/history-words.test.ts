import { expect, test } from 'vitest';
import { historyWords } from './history-words.ts';

test('times in system records are formatted as everywhere else', () => {
  const detail = 'Planned Start Time: 2026-03-03T18:00:00.000Z → 2026-03-04T18:00:00.000Z';
  expect(historyWords({ historyType: 'FieldChange', detail })).toMatch(
    /^Planned Start Time: \d\/Mar\/2026 \d\d:\d\d \S+ → \d\/Mar\/2026 \d\d:\d\d \S+$/,
  );
});

test('events are named in words without their prefix', () => {
  expect(historyWords({ historyType: 'WorkUnitEvent', detail: 'OnInProgress' })).toBe('In progress');
  expect(historyWords({ historyType: 'WorkUnitEvent', detail: 'OnHold' })).toBe('On hold');
});

test('states are named in words', () => {
  expect(historyWords({ historyType: 'WorkUnitStateChange', detail: 'OnHold → InProgress' })).toBe(
    'On hold → In progress',
  );
});

test('notes are returned unchanged', () => {
  const detail = 'OnNew at 2026-03-03T18:00:00.000Z';
  expect(historyWords({ historyType: null, detail })).toBe(detail);
});
