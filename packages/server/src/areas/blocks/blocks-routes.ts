import { block, blockCreation, blockHistory, blockHistoryQuery, blockLogs, blockUpdate } from '@cfs/contracts/blocks';
import { packetChart, packetChartQuery } from '@cfs/contracts/packet-charts';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { packetReaders } from '../packets/packet-entity.ts';
import { blockEntity } from './block-entity.ts';
import { readBlockChart, readBlockHistory, readBlockLogs } from './read-block-history.ts';
import { createBlock, deleteBlock, updateBlock } from './write-blocks.ts';

const params = z.object({ blockId: z.guid().toLowerCase() });

/** Routes for blocks, and for the history, chart and logs of any entity that has packets. */
export const blocksRoutes = (app: App, services: Services): void => {
  listRoute(app, services, blockEntity);

  app.put(
    '/v1/blocks',
    {
      config: { permission: 'Blocks:create', summary: 'Create a block' },
      schema: { body: blockCreation, response: { 201: block } },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createBlock(services, context, body)),
  );

  app.post(
    '/v1/blocks/:blockId',
    {
      config: { permission: 'Blocks:edit', summary: 'Change a block' },
      schema: { params, body: blockUpdate, response: { 200: block } },
    },
    ({ context, params: { blockId }, body }) => updateBlock(services, context, blockId, body),
  );

  app.delete(
    '/v1/blocks/:blockId',
    {
      config: { permission: 'Blocks:delete', summary: 'Delete a block; its packets stay' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { blockId } }, reply) => {
      await deleteBlock(services, context, blockId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/v1/blocks/:blockId/history',
    {
      config: { permission: packetReaders, summary: 'Readings of a block or of anything that sends packets' },
      schema: { params, querystring: blockHistoryQuery, response: { 200: blockHistory } },
    },
    ({ context, params: { blockId }, query }) => readBlockHistory(services, context, blockId, query),
  );

  app.get(
    '/v1/blocks/:blockId/chart',
    {
      config: { permission: packetReaders, summary: 'Readings of anything that sends packets, reduced for a chart' },
      schema: { params, querystring: packetChartQuery, response: { 200: packetChart } },
    },
    ({ context, params: { blockId }, query }) => readBlockChart(services, context, blockId, query),
  );

  app.get(
    '/v1/blocks/:blockId/logs',
    {
      config: { permission: packetReaders, summary: 'Logs of a block or of anything that sends packets' },
      schema: { params, response: { 200: blockLogs } },
    },
    ({ context, params: { blockId } }) => readBlockLogs(services, context, blockId),
  );
};
