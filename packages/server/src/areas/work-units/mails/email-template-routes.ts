import { emailPreviewSchema, emailRenderSchema } from '@cfs/contracts/email-templates';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { renderEmail } from './render-email.ts';

/** The route for previews of the mails that protocols send. */
export const emailTemplateRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/emailtemplates/render',
    {
      config: {
        unaudited: 'internal',
        permission: 'WorkUnits:view',
        summary: 'The mail that a protocol action would send',
        answers: { 200: emailPreviewSchema },
      },
      schema: { body: emailRenderSchema },
    },
    ({ context, body }) => renderEmail(services, context, body),
  );
};
