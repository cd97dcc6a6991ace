import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedBlock } from '../../testing/seed-device.ts';

export const packetsMatrix: AreaMatrix = {
  area: 'packets',
  async seed(database, tenantId) {
    const ids = await seedBlock(database, tenantId);
    // On the day of the test clock, for which a partition exists.
    await database.asOwner(
      `insert into cfs.packet_hours (tenant_id, entity_id, hour, packet_count, number_count, minimum, maximum, average)
       values ($1, $2, '2026-03-02T05:00:00Z', 1, 1, 1, 1, 1)`,
      [tenantId, ids['blockId']],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/packets', ({ blockId }) => `entityId in (${blockId})`),
    {
      route: 'GET /v1/packets/trends',
      place: 'parameter',
      request: ({ blockId }) => ({ url: `/v1/packets/trends?entityIds=${blockId}` }),
      foreign: 'empty',
    },
  ],
};
