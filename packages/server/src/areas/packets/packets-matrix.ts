import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const packetsMatrix: AreaMatrix = {
  area: 'packets',
  async seed(database, tenantId) {
    const entityId = randomUUID();
    await database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value)
       values ($1, $2, now(), now(), 'Seeded by the matrix')`,
      [tenantId, entityId],
    );
    return { tenantId, entityId };
  },
  examples: listExamples('/v1/packets', ({ entityId }) => `entityId in (${entityId})`),
};
