import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { takeScore } from './take-score.ts';

const words = {
  unknown: [404, 'This link does not lead anywhere. Please open your request in the Resolution Center.'],
  expired: [410, 'This link has expired. Please open your request in the Resolution Center.'],
} as const;

/** One click in a mail: what a stakeholder thought of the resolution. A look ahead by a program (HEAD) takes nothing. */
export const registerScoreRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/score/:token',
    {
      exposeHeadRoute: false,
      config: {
        permission: 'anonymous',
        summary: 'Take a score from a sealed link and lead to the thank-you page',
        answers: { 303: 'text/plain' },
      },
      schema: { params: z.object({ token: z.string().max(200) }) },
    },
    async ({ params: { token } }, reply) => {
      const outcome = await takeScore(services, token);
      if (outcome.kind === 'taken')
        return reply.redirect(`/${outcome.tenantId}/resolutioncenter?showThanksForFeedbackMessage=true`, 303);
      const [status, text] = words[outcome.kind];
      return reply.code(status).type('text/plain; charset=utf-8').send(text);
    },
  );
};
