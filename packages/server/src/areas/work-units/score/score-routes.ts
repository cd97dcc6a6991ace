import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { plainPagePolicy } from '../../../platform/http/plain-page.ts';
import { scorePage } from './score-page.ts';
import { readScoreLink, takeScore } from './take-score.ts';

const words = {
  unknown: [404, 'This link is not valid. Please open your request in the Resolution Center.'],
  expired: [410, 'This link has expired. Please open your request in the Resolution Center.'],
} as const;

const params = z.object({ token: z.string().max(200) });
const url = '/v1/workunits/score/:token';
/** The form has no fields; a body up to this size is read and discarded. */
const formBytes = 1_024;

const thank = (reply: FastifyReply, tenantId: string): FastifyReply =>
  reply.redirect(`/${tenantId}/resolutioncenter?showThanksForFeedbackMessage=true`, 303);

const refuse = (reply: FastifyReply, kind: keyof typeof words): FastifyReply => {
  const [status, text] = words[kind];
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
};

/**
 * Routes by which a stakeholder scores the resolution from a link in a mail: opening the link shows the choice, and the
 * button of the page submits it, so that programs that follow links, such as mail scanners, give no score. The seal in
 * the address is the only credential, which also prevents cross-site request forgery: another site does not know it.
 */
export const scoreRoutes = (app: App, services: Services): void => {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formBytes }, (_request, _body, done) => done(null));

    scope.get(
      url,
      {
        exposeHeadRoute: false,
        config: {
          permission: 'anonymous',
          summary: 'Show the page of a sealed score link; changes nothing',
          answers: { 200: 'text/html' },
        },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        const link = await readScoreLink(services, token);
        if (link.kind === 'given') return thank(reply, link.tenantId);
        if (link.kind !== 'open') return refuse(reply, link.kind);
        const nonce = randomBytes(16).toString('base64');
        const page = scorePage({ company: services.configuration.companyName, nonce }, link.claim.score);
        return reply
          .header('content-security-policy', plainPagePolicy(nonce))
          .type('text/html; charset=utf-8')
          .send(page);
      },
    );

    scope.post(
      url,
      {
        config: {
          permission: 'anonymous',
          summary: 'Record the score of a sealed link and redirect to the thank-you page',
          answers: { 303: 'text/plain' },
        },
        schema: { params },
      },
      async ({ params: { token } }, reply) => {
        const outcome = await takeScore(services, token);
        return outcome.kind === 'taken' ? thank(reply, outcome.tenantId) : refuse(reply, outcome.kind);
      },
    );
  });
};
