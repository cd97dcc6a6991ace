import { protocolActionTypes, ruleActionTypes } from '@cfs/contracts/action-enumerations';
import { actionDefinitionInputSchema } from '@cfs/contracts/actions';
import { text } from '@cfs/contracts/text';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntity } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { actionDefinitionEntity } from './definitions/action-definition-entity.ts';
import { actionHistoryEntity } from './action-history-entity.ts';
import {
  createDefinition,
  deleteDefinition,
  updateDefinition,
  type RemoveActionReferences,
} from './definitions/change-definition.ts';
import { findDefinitions } from './definitions/find-definitions.ts';
import { testAction } from './test-action.ts';

const params = z.object({ actionDefinitionId: z.guid().toLowerCase() });
const ofTenant = z.object({ '@tenantId': z.union([z.guid().toLowerCase(), z.literal(['', 'null'])]).optional() });
const testInput = z.record(
  text(100),
  z
    .union([text(10_000), z.number(), z.boolean()])
    .transform(String)
    .nullable(),
);

const offeredActionsSchema = z.object({
  value: z.array(
    z.object({
      actionDefinitionId: z.guid(),
      name: z.string(),
      description: z.string().nullable(),
      actionDefinitionTypeId: z.int(),
      tenantId: z.guid().nullable(),
      inputParameters: z.string(),
      requiredParameters: z.array(z.string()),
    }),
  ),
});

const tenantIn = (query: z.output<typeof ofTenant>): string | undefined => {
  const tenantId = query['@tenantId'];
  return tenantId === '' || tenantId === 'null' ? undefined : tenantId;
};

/** The action catalogue and its history (docs/reference/actions.md#calls). */
export const actionsRoutes = (
  app: App,
  services: Services,
  removeReferences: readonly RemoveActionReferences[],
): void => {
  listRoute(app, services, actionDefinitionEntity);
  listRoute(app, services, actionHistoryEntity);

  const answerDefinition = async (
    context: Context,
    id: string,
    permission: 'ActionDefinitions:create' | 'ActionDefinitions:edit',
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const answer = await readEntity(services, context, actionDefinitionEntity, id, { permission });
    if (answer === undefined) throw notFound('Action Definition');
    return reply.type('application/json').send(answer);
  };

  app.put(
    '/v1/actionDefinitions',
    {
      config: {
        permission: 'ActionDefinitions:create',
        summary: 'Create an action',
        answers: { 201: actionDefinitionEntity },
      },
      schema: { body: actionDefinitionInputSchema },
    },
    async ({ context, body }, reply) => {
      const id = await createDefinition(services, context, body);
      return answerDefinition(context, id, 'ActionDefinitions:create', reply.code(201));
    },
  );

  app.post(
    '/v1/actionDefinitions/:actionDefinitionId',
    {
      config: {
        permission: 'ActionDefinitions:edit',
        summary: 'Change an action',
        answers: { 200: actionDefinitionEntity },
      },
      schema: { params, body: actionDefinitionInputSchema },
    },
    async ({ context, params: { actionDefinitionId }, body }, reply) => {
      await updateDefinition(services, context, actionDefinitionId, body);
      return answerDefinition(context, actionDefinitionId, 'ActionDefinitions:edit', reply);
    },
  );

  app.delete(
    '/v1/actionDefinitions/:actionDefinitionId',
    {
      config: {
        permission: 'ActionDefinitions:delete',
        summary: 'Delete an action and its associations',
        answers: { 200: z.object({ message: z.string() }) },
      },
      schema: { params },
    },
    async ({ context, params: { actionDefinitionId } }) => {
      await deleteDefinition(services, context, actionDefinitionId, removeReferences);
      return { message: 'Action Definition deleted successfully.' };
    },
  );

  app.post(
    '/v1/actionDefinitions/:actionDefinitionId/test',
    {
      config: {
        permission: 'ActionDefinitions:edit',
        summary: 'Run an action once with test values',
        answers: { 200: z.object({ id: z.guid() }) },
      },
      schema: { params, body: testInput },
    },
    async ({ context, params: { actionDefinitionId }, body }) => ({
      id: await testAction(services, context, actionDefinitionId, body),
    }),
  );

  const forProtocols = ['ActionDefinitions:view', 'WorkUnits.Protocols:view'] as const;
  app.get(
    '/v1/actionDefinitions/GetActionDefinitionsForProtocols',
    {
      config: {
        permission: forProtocols,
        summary: 'Actions that a protocol may run',
        answers: { 200: offeredActionsSchema },
      },
      schema: { querystring: ofTenant },
    },
    async ({ context, query }) => ({
      value: await findDefinitions(services, context, forProtocols, {
        tenantId: tenantIn(query),
        types: protocolActionTypes,
      }),
    }),
  );

  const forRules = ['ActionDefinitions:view', 'Rules:view'] as const;
  app.get(
    '/v1/actionDefinitions/GetActionDefinitionsForRules',
    {
      config: { permission: forRules, summary: 'Actions that a rule may run', answers: { 200: offeredActionsSchema } },
      schema: { querystring: ofTenant },
    },
    async ({ context, query }) => ({
      value: await findDefinitions(services, context, forRules, { tenantId: tenantIn(query), types: ruleActionTypes }),
    }),
  );
};
