import { ruleInputSchema } from '@cfs/contracts/rules';
import { toggleSchema } from '@cfs/contracts/toggle';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntity } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { deleteRule, toggleRule, updateRule } from './changes/change-rule.ts';
import { createRule } from './changes/create-rule.ts';
import { findRulesForAction } from './changes/find-rules-for-action.ts';
import { anyRuleEntity, ruleEntity } from './rule-entity.ts';

const params = z.object({ ruleId: z.guid().toLowerCase() });
const forAction = z.object({ '@actionDefinitionId': z.guid().toLowerCase() });

/** Rules (docs/reference/rules.md#calls). */
export const rulesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, ruleEntity);

  const answerRule = async (
    context: Context,
    ruleId: string,
    permission: 'Rules:create' | 'Rules:edit',
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const text = await readEntity(services, context, anyRuleEntity, ruleId, { permission });
    if (text === undefined) throw notFound('Rule');
    return reply.type('application/json').send(text);
  };

  app.put(
    '/v1/rules',
    {
      config: { permission: 'Rules:create', summary: 'Create a rule', answers: { 201: ruleEntity } },
      schema: { body: ruleInputSchema },
    },
    async ({ context, body }, reply) => {
      const { ruleId } = await createRule(services, context, body);
      return answerRule(context, ruleId, 'Rules:create', reply.code(201));
    },
  );

  app.post(
    '/v1/rules/:ruleId',
    {
      config: { permission: 'Rules:edit', summary: 'Change a rule', answers: { 200: ruleEntity } },
      schema: { params, body: ruleInputSchema },
    },
    async ({ context, params: { ruleId }, body }, reply) => {
      await updateRule(services, context, ruleId, body);
      return answerRule(context, ruleId, 'Rules:edit', reply);
    },
  );

  app.post(
    '/v1/rules/toggledisabled/:ruleId',
    {
      config: { permission: 'Rules:edit', summary: 'Enable or disable a rule', answers: { 200: ruleEntity } },
      schema: { params, body: toggleSchema },
    },
    async ({ context, params: { ruleId }, body }, reply) => {
      await toggleRule(services, context, ruleId, body?.enabled);
      return answerRule(context, ruleId, 'Rules:edit', reply);
    },
  );

  app.delete(
    '/v1/rules/:ruleId',
    {
      config: { permission: 'Rules:delete', summary: 'Delete a rule; its history stays' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { ruleId } }, reply) => {
      await deleteRule(services, context, ruleId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/v1/rules/GetRulesForAction',
    {
      config: {
        permission: 'ActionDefinitions:view',
        summary: 'Rules that run an action',
        answers: { 200: z.object({ value: z.array(z.object({ ruleId: z.guid(), name: z.string() })) }) },
      },
      schema: { querystring: forAction },
    },
    async ({ context, query }) => ({
      value: await findRulesForAction(services, context, query['@actionDefinitionId']),
    }),
  );
};
