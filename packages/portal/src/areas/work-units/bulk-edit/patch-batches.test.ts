import { exceededBound, usualJsonBounds } from '@cfs/contracts/json-bounds';
import { expect, test } from 'vitest';
import type { UnitPatch } from './bulk-patches.ts';
import { firstBatch } from './patch-batches.ts';

const patchOfFields = (workUnitId: number, fields: number): UnitPatch => ({
  unit: { workUnitId, publicWorkUnitId: workUnitId, title: 'Disk is full' },
  operations: Array.from({ length: fields }, (_, index) => [
    { op: 'test' as const, path: `/field${index}`, value: null },
    { op: 'replace' as const, path: `/field${index}`, value: 'a' },
  ]).flat(),
});

test.each([1, 5, 6, 9])('sends patches of %i fields in calls that the server accepts', (fields) => {
  const patches = Array.from({ length: 250 }, (_, index) => patchOfFields(index + 1, fields));
  const sent: UnitPatch[] = [];
  while (sent.length < patches.length) {
    const batch = firstBatch(patches.slice(sent.length));
    const body = batch.map(({ unit: { workUnitId }, operations }) => ({ workUnitId, operations }));
    expect(batch.length).toBeLessThanOrEqual(100);
    expect(exceededBound(JSON.stringify(body), usualJsonBounds)).toBeUndefined();
    sent.push(...batch);
  }
  expect(sent).toEqual(patches);
});
