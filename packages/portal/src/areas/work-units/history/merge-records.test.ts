import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { expect, test } from 'vitest';
import { lastSettled, mergeRecords, withoutAttachment } from './merge-records.ts';

const now = Date.parse('2026-05-01T12:00:00.000Z');

const record = (id: number, secondsAgo: number, detail = `Note ${id}`): WorkUnitHistoryRecord => ({
  id,
  workUnitNoteId: id,
  workUnitId: 7,
  detail,
  created: new Date(now - secondsAgo * 1_000).toISOString(),
  createdBy: 'anna@contoso.example',
  createdByName: 'Anna Berg',
  historyType: null,
  isExternalNote: false,
  historyUrl: null,
});

test('news are asked for from the newest record that stands still', () => {
  expect(lastSettled([record(3, 5), record(2, 121), record(1, 900)], now)).toBe(2);
  expect(lastSettled([record(3, 5)], now)).toBeUndefined();
  expect(lastSettled([], now)).toBeUndefined();
});

test('newer answers come first and take the place of older ones', () => {
  const known = [record(3, 60), record(2, 300), record(1, 900)];
  const merged = mergeRecords(known, [record(5, 1), record(4, 2), record(3, 60, 'With a file')]);
  expect(merged.map(({ id, detail }) => [id, detail])).toEqual([
    [5, 'Note 5'],
    [4, 'Note 4'],
    [3, 'With a file'],
    [2, 'Note 2'],
    [1, 'Note 1'],
  ]);
  expect(merged.slice(3)).toEqual(known.slice(1));
});

test('no news leave the stream as it is', () => {
  const known = [record(1, 900)];
  expect(mergeRecords(known, [])).toBe(known);
});

test('a removed file leaves its note and all else', () => {
  const file = (attachmentId: string) => ({ attachmentId, fileName: 'a.txt', mediaType: 'text/plain', size: 1 });
  const known = [{ ...record(2, 60), attachments: [file('a'), file('b')] }, record(1, 90)];
  const [note, other] = withoutAttachment(known, 'a');
  expect(note).toEqual({ ...record(2, 60), attachments: [file('b')] });
  expect(other).toBe(known[1]);
  expect(withoutAttachment(withoutAttachment(known, 'a'), 'b')[0]).toEqual(record(2, 60));
});
