import { batchLimit } from '@cfs/contracts/work-unit-batch';
import type { UnitPatch } from './bulk-patches.ts';

/** With so many operations, the body of a call stays within the values that the server takes in a JSON text. */
const operationLimit = 1_000;

/** The first of the patches, as many as one call takes; one at least. */
export const firstBatch = (patches: readonly UnitPatch[]): readonly UnitPatch[] => {
  let operations = 0;
  const end = patches.findIndex((patch, index) => {
    operations += patch.operations.length;
    return index === batchLimit || operations > operationLimit;
  });
  return end === -1 ? patches : patches.slice(0, Math.max(end, 1));
};
