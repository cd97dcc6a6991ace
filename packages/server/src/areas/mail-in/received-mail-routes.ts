import { outboxPreviewSchema } from '@cfs/contracts/outbox';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { previewReceivedMail } from './preview-received-mail.ts';
import { receivedMailEntity } from './received-mail-entity.ts';

/** Routes of received mails: the list, and the texts of one mail. */
export const receivedMailRoutes = (app: App, services: Services): void => {
  listRoute(app, services, receivedMailEntity);

  app.post(
    '/v1/receivedMails/:receivedMailId/preview',
    {
      config: {
        unaudited: 'internal',
        permission: 'Settings:view',
        summary: 'The texts of a received mail',
        answers: { 200: outboxPreviewSchema },
      },
      schema: { params: z.object({ receivedMailId: z.guid().toLowerCase() }) },
    },
    ({ context, params: { receivedMailId } }) => previewReceivedMail(services, context, receivedMailId),
  );
};
