import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const protocolsMatrix: AreaMatrix = {
  area: 'protocols',
  async seed(database, tenantId) {
    const protocolId = randomUUID();
    await database.asOwner(
      `insert into cfs.protocols (tenant_id, protocol_id, name, timer_seconds, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', 600, now(), 'matrix', now(), 'matrix')`,
      [tenantId, protocolId],
    );
    return { tenantId, protocolId };
  },
  examples: listExamples('/v1/protocols', (ids) => `protocolId eq ${ids['protocolId']}`),
};
