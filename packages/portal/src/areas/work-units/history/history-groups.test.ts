import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { HistoryType } from '@cfs/contracts/work-unit-enumerations';
import { expect, test } from 'vitest';
import { groupHistory } from './history-groups.ts';

const record = (id: number, historyType: HistoryType | null, minute: number, createdBy = 'anna') =>
  ({ id, historyType, created: `2026-05-01T10:${minute}:00.000Z`, createdBy }) as WorkUnitHistoryRecord;

const shape = (...stream: WorkUnitHistoryRecord[]) =>
  groupHistory(stream).map(({ records, events }) => [records.map(({ id }) => id), events.map(({ id }) => id)]);

test('the records of one change form one entry with its event', () => {
  expect(
    shape(
      record(5, 'WorkUnitEvent', 20),
      record(4, 'WorkUnitStateChange', 20),
      record(3, 'FieldChange', 20),
      record(2, 'FieldChange', 10),
    ),
  ).toEqual([
    [[4, 3], [5]],
    [[2], []],
  ]);
});

test('simultaneous changes by two people form two entries', () => {
  expect(shape(record(2, 'FieldChange', 20, 'bob'), record(1, 'FieldChange', 20))).toEqual([
    [[2], []],
    [[1], []],
  ]);
});

test('each note and each action is its own entry', () => {
  expect(shape(record(3, null, 20), record(2, null, 20), record(1, 'ProtocolActionActivity', 20))).toEqual([
    [[3], []],
    [[2], []],
    [[1], []],
  ]);
});

test('consecutive events form one entry', () => {
  expect(
    shape(
      record(4, 'WorkUnitEvent', 40),
      record(3, 'WorkUnitEvent', 30),
      record(2, 'FieldChange', 20),
      record(1, 'WorkUnitEvent', 10),
    ),
  ).toEqual([
    [[], [4, 3]],
    [[2], []],
    [[1], []],
  ]);
});
