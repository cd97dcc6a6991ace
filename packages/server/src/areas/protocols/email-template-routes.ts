import { emailPreviewSchema, emailRenderSchema } from '@cfs/contracts/email-templates';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { readPreview, renderEmail } from './render-email.ts';

/** A page that runs nothing, loads nothing, leads nowhere, and has an origin of its own. */
const sandbox = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** Previews of the mails that protocols send. */
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

  app.get(
    '/v1/emailtemplates/previews/:previewId',
    {
      config: {
        permission: 'anonymous',
        summary: 'The HTML of a previewed mail, by its unguessable id',
        answers: { 200: 'text/html' },
      },
      schema: { params: z.object({ previewId: z.string().regex(/^[\w-]{43}$/) }) },
    },
    async ({ params }, reply) => {
      const html = await readPreview(services, params.previewId);
      return reply.headers(sandbox).type('text/html; charset=utf-8').send(html);
    },
  );
};
