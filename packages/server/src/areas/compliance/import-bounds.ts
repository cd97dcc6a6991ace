import type { JsonBounds } from '@cfs/contracts/json-bounds';

/** Bounds of an imported file: NIST SP 800-53 in full has some 150,000 values. */
export const importBounds: JsonBounds = { depth: 64, values: 400_000 };
