import { matchExpirySchema } from '@cfs/contracts/rule-match-commands';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import { readEntity } from '../../../platform/odata/read-entity.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { acknowledgeMatch, acknowledgers } from './acknowledge-match.ts';
import { endMatch } from './end-match.ts';
import { ruleMatchEntity } from './rule-match-entity.ts';

const params = z.object({ ruleMatchId: z.guid().toLowerCase() });

/** Matches: the list, and the actions of users on one (docs/reference/rule-matches.md#calls). */
export const ruleMatchRoutes = (app: App, services: Services): void => {
  listRoute(app, services, ruleMatchEntity);

  const answerMatch = async (
    context: Context,
    ruleMatchId: string,
    permission: 'Rules:edit' | typeof acknowledgers,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const text = await readEntity(services, context, ruleMatchEntity, ruleMatchId, { permission });
    if (text === undefined) throw notFound('Rule Match');
    return reply.type('application/json').send(text);
  };

  app.post(
    '/v1/rulematches/:ruleMatchId/expire',
    {
      config: { permission: 'Rules:edit', summary: 'End a match by hand', answers: { 200: ruleMatchEntity } },
      schema: { params, body: matchExpirySchema },
    },
    async ({ context, params: { ruleMatchId }, body }, reply) => {
      await endMatch(services, context, ruleMatchId, body);
      return answerMatch(context, ruleMatchId, 'Rules:edit', reply);
    },
  );

  app.post(
    '/v1/rulematches/:ruleMatchId/acknowledge',
    {
      config: { permission: acknowledgers, summary: 'Acknowledge a match', answers: { 200: ruleMatchEntity } },
      schema: { params },
    },
    async ({ context, params: { ruleMatchId } }, reply) => {
      await acknowledgeMatch(services, context, ruleMatchId);
      return answerMatch(context, ruleMatchId, acknowledgers, reply);
    },
  );
};
