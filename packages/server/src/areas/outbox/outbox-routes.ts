import { outboxPreviewSchema } from '@cfs/contracts/outbox';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { outboxEntity } from './outbox-entity.ts';
import { previewMessage } from './preview-message.ts';

/** Mails that were kept instead of sent: the list, and the texts of one. */
export const outboxRoutes = (app: App, services: Services): void => {
  listRoute(app, services, outboxEntity);

  app.post(
    '/v1/outboxMessages/:messageId/preview',
    {
      config: {
        unaudited: 'internal',
        permission: 'Settings:view',
        summary: 'The texts of a kept mail',
        answers: { 200: outboxPreviewSchema },
      },
      schema: { params: z.object({ messageId: z.guid().toLowerCase() }) },
    },
    ({ context, params: { messageId } }) => previewMessage(services, context, messageId),
  );
};
