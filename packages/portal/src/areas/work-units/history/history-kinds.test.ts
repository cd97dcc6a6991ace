import { historyTypes, type HistoryType } from '@cfs/contracts/work-unit-enumerations';
import { expect, test } from 'vitest';
import { historyKindOf } from './history-kinds.ts';

test('every record belongs to one kind of the filter', () => {
  const types = [null, ...(Object.keys(historyTypes) as HistoryType[])];
  expect(types.map((historyType) => historyKindOf({ historyType }))).toEqual([
    'note',
    'system',
    'change',
    'action',
    'action',
    'event',
    'state',
  ]);
});
