import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { expect, test } from 'vitest';
import {
  lastFinalRecord,
  toHistory,
  withNewest,
  withNewRecords,
  withOlder,
  withoutAttachment,
  type KnownHistory,
} from './merge-records.ts';

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

test('lastFinalRecord returns the newest record that can no longer change', () => {
  expect(lastFinalRecord([record(3, 5), record(2, 121), record(1, 900)], now)).toBe(2);
  expect(lastFinalRecord([record(3, 5)], now)).toBeUndefined();
  expect(lastFinalRecord([], now)).toBeUndefined();
});

test('newer records come first and replace their known versions', () => {
  const known = { records: [record(3, 60), record(2, 300), record(1, 900)], hasOlder: true };
  const { records, hasOlder } = withNewRecords(known, [record(5, 1), record(4, 2), record(3, 60, 'With a file')]);
  expect(records.map(({ id, detail }) => [id, detail])).toEqual([
    [5, 'Note 5'],
    [4, 'Note 4'],
    [3, 'With a file'],
    [2, 'Note 2'],
    [1, 'Note 1'],
  ]);
  expect(records.slice(3)).toEqual(known.records.slice(1));
  expect(hasOlder).toBe(true);
});

test('without new records the stream is unchanged', () => {
  const known = toHistory([record(1, 900)]);
  expect(withNewRecords(known, [])).toBe(known);
});

/** Records with the ids from `newest` down to `oldest`. */
const run = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => record(newest - index, 900));
const idsOf = ({ records }: KnownHistory) => records.map(({ id }) => id);
const full = historyPageRows;

test('only a full page may be followed by older records', () => {
  expect(toHistory(run(full, 1)).hasOlder).toBe(true);
  expect(toHistory(run(full, 2)).hasOlder).toBe(false);
});

test('older pages are appended to the known records', () => {
  const known = toHistory(run(full + 20, 21));
  const all = withOlder(known, 21, toHistory(run(20, 1)));
  expect(idsOf(all)).toEqual(idsOf({ records: run(full + 20, 1), hasOlder: false }));
  expect(all.hasOlder).toBe(false);
  expect(withOlder(all, 21, toHistory(run(20, 1)))).toBe(all);
});

test('reloading the newest page keeps the known older records, unless there may be a gap', () => {
  const known = { records: run(full + 20, 1), hasOlder: false };
  const next = withNewest(known, toHistory(run(full + 25, 26)));
  expect(idsOf(next)).toEqual(idsOf({ records: run(full + 25, 1), hasOlder: false }));
  expect(next.hasOlder).toBe(false);
  const farther = toHistory(run(3 * full, 2 * full + 1));
  expect(withNewest(known, farther)).toBe(farther);
  expect(withNewest(undefined, farther)).toBe(farther);
  const whole = toHistory(run(30, 1));
  expect(withNewest(known, whole)).toBe(whole);
});

test('removing a file keeps its note and all other records', () => {
  const file = (attachmentId: string) => ({ attachmentId, fileName: 'a.txt', mediaType: 'text/plain', size: 1 });
  const known = { records: [{ ...record(2, 60), attachments: [file('a'), file('b')] }, record(1, 90)], hasOlder: true };
  const left = withoutAttachment(known, 'a');
  expect(left).toEqual({ records: [{ ...record(2, 60), attachments: [file('b')] }, record(1, 90)], hasOlder: true });
  expect(left.records[1]).toBe(known.records[1]);
  expect(withoutAttachment(left, 'b').records[0]).toEqual(record(2, 60));
});
