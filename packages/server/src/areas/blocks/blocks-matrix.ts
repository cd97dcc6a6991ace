import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedBlock } from '../../testing/seed-device.ts';

export const blocksMatrix: AreaMatrix = {
  area: 'blocks',
  seed: seedBlock,
  examples: [
    ...listExamples('/v1/blocks', ({ blockId }) => `blockId eq ${blockId}`),
    {
      route: 'PUT /v1/blocks',
      place: 'body',
      request: ({ subscriptionId }) => ({
        url: '/v1/blocks',
        body: { blockId: randomUUID(), subscriptionId, name: 'Matrix', blockTypeId: 1 },
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
      route: 'GET /v1/blocks/:blockId/chart',
      place: 'path',
      request: ({ blockId }) => ({
        url: `/v1/blocks/${blockId}/chart?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`,
      }),
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
