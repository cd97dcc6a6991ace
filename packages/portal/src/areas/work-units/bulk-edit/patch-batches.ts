import { batchLimit } from '@cfs/contracts/work-unit-batch';
import type { UnitPatch } from './bulk-patches.ts';

/** The most operations in a call: its body then stays within the number of values that the server accepts in JSON. */
const operationLimit = 1_000;

/** Returns the first patches, as many as fit into one call; at least one. */
export const firstBatch = (patches: readonly UnitPatch[]): readonly UnitPatch[] => {
  let operations = 0;
  const end = patches.findIndex((patch, index) => {
    operations += patch.operations.length;
    return index === batchLimit || operations > operationLimit;
  });
  return end === -1 ? patches : patches.slice(0, Math.max(end, 1));
};
