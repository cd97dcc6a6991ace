import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedBlock } from '../../testing/seed-device.ts';

export const packetsMatrix: AreaMatrix = {
  area: 'packets',
  seed: seedBlock,
  examples: [...listExamples('/v1/packets', ({ blockId }) => `entityId in (${blockId})`)],
};
