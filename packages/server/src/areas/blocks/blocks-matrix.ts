import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

/** A block of the type, coloured, in a subscription of its own. */
export const seedBlock = async (database: TestDatabase, tenantId: string, type: number) => {
  const ids = { tenantId, subscriptionId: randomUUID(), blockId: randomUUID() };
  await database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
    [tenantId, ids.subscriptionId],
  );
  await database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified,
       modified_by)
     values ($1, $2, $3, 'Seeded by the matrix', $4, now(), 'matrix', now(), 'matrix')`,
    [tenantId, ids.blockId, ids.subscriptionId, type],
  );
  await database.asOwner(
    `insert into cfs.entity_colors (tenant_id, entity_id, color, modified) values ($1, $2, 'FF3333', now())`,
    [tenantId, ids.blockId],
  );
  return ids;
};

export const blocksMatrix: AreaMatrix = {
  area: 'blocks',
  seed: (database, tenantId) => seedBlock(database, tenantId, 1),
  examples: [
    ...listExamples('/v1/blocks', ({ blockId }) => `blockId eq ${blockId}`),
    {
      route: 'GET /v1/blocks',
      place: 'expand',
      request: ({ blockId }) => ({
        url: `/v1/blocks?$filter=entityColor/color eq 'FF3333' and blockId eq ${blockId}&$expand=entityColor,tenant`,
      }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/blocks',
      place: 'body',
      request: ({ subscriptionId }) => ({
        url: '/v1/blocks',
        body: { blockId: randomUUID(), subscriptionId, name: 'From the matrix', blockTypeId: 1 },
      }),
      allowed: 201,
      foreign: 400,
    },
    {
      route: 'POST /v1/blocks/:blockId',
      place: 'path',
      request: ({ blockId }) => ({ url: `/v1/blocks/${blockId}`, body: { name: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/blocks/:blockId',
      place: 'path',
      request: ({ blockId }) => ({ url: `/v1/blocks/${blockId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /v1/blocks/:blockId/history',
      place: 'path',
      request: ({ blockId }) => ({ url: `/v1/blocks/${blockId}/history?pageNumber=0&rowCount=100` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/blocks/:blockId/logs',
      place: 'path',
      request: ({ blockId }) => ({ url: `/v1/blocks/${blockId}/logs` }),
      foreign: 404,
    },
  ],
};
