import { publisherKeyCreateSchema } from '@cfs/contracts/publisher-keys';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { publisherKeyEntity } from './publisher-key-entity.ts';
import { createPublisherKey, deletePublisherKey, publisherKeysPermission } from './write-publisher-keys.ts';

const params = z.object({ publisherKeyId: z.guid().toLowerCase() });

/** The keys that may sign bundles: list, create and delete. */
export const publisherKeysRoutes = (app: App, services: Services): void => {
  listRoute(app, services, publisherKeyEntity);

  app.put(
    '/v1/publisherKeys',
    {
      config: {
        permission: publisherKeysPermission,
        summary: 'Trust a key that signs bundles',
        answers: { 201: publisherKeyEntity },
      },
      schema: { body: publisherKeyCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createPublisherKey(services, context, body)),
  );

  app.delete(
    '/v1/publisherKeys/:publisherKeyId',
    {
      config: { permission: publisherKeysPermission, summary: 'Stop trusting a key that signs bundles' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { publisherKeyId } }, reply) => {
      await deletePublisherKey(services, context, publisherKeyId);
      return reply.code(204).send(null);
    },
  );
};
