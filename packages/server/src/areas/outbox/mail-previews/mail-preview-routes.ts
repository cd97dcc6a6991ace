import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { readPreview } from './read-preview.ts';

/** The page runs no scripts, loads no resources, submits no forms, and has an opaque origin. */
const sandbox = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** The pages of previewed mails. */
export const mailPreviewRoutes = (app: App, services: Services): void => {
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
