import {
  protocolActionCreateSchema,
  protocolActionOrderSchema,
  protocolActionUpdateSchema,
  protocolCreateSchema,
  protocolUpdateSchema,
} from '@cfs/contracts/protocols';
import type { Permission } from '@cfs/contracts/permissions';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import type { EntityDeclaration } from '../../platform/odata/entity.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntity } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { ProtocolUse } from './describe-protocol-use.ts';
import { findProtocolsForAction } from './find-protocols-for-action.ts';
import { protocolActionEntity } from './protocol-action-entity.ts';
import { protocolEntity } from './protocol-entity.ts';
import { readMatchedRules } from './read-matched-rules.ts';
import { reorderProtocolActions } from './reorder-protocol-actions.ts';
import { createProtocolAction, deleteProtocolAction, updateProtocolAction } from './write-protocol-actions.ts';
import { createProtocol, deleteProtocol, updateProtocol } from './write-protocols.ts';

const id = z.guid().toLowerCase();
const protocolPath = z.object({ protocolId: id });
const actionPath = z.object({ protocolActionId: id });
const matchedRulesSchema = z.object({
  value: z.array(z.object({ ruleId: z.guid(), name: z.string(), enabled: z.boolean(), tenantId: z.guid().nullable() })),
});
const forActionSchema = z.object({ value: z.array(z.object({ protocolId: z.guid(), name: z.string() })) });
const gone = { response: { 204: z.null() } } as const;

/** Protocols and their actions (docs/reference/protocols.md#calls). */
export const protocolsRoutes = (app: App, services: Services, use: ProtocolUse): void => {
  listRoute(app, services, protocolEntity);
  listRoute(app, services, protocolActionEntity);

  const answer = async (
    context: Context,
    entity: EntityDeclaration,
    key: string,
    permission: Permission,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const text = await readEntity(services, context, entity, key, { permission });
    if (text === undefined) throw notFound(entity.name);
    return reply.type('application/json').send(text);
  };

  app.put(
    '/v1/protocols',
    {
      config: {
        permission: 'WorkUnits.Protocols:create',
        summary: 'Create a protocol',
        answers: { 201: protocolEntity },
      },
      schema: { body: protocolCreateSchema },
    },
    async ({ context, body }, reply) => {
      const key = await createProtocol(services, context, body);
      return answer(context, protocolEntity, key, 'WorkUnits.Protocols:create', reply.code(201));
    },
  );

  app.post(
    '/v1/protocols/:protocolId',
    {
      config: {
        permission: 'WorkUnits.Protocols:edit',
        summary: 'Change a protocol',
        answers: { 200: protocolEntity },
      },
      schema: { params: protocolPath, body: protocolUpdateSchema },
    },
    async ({ context, params: { protocolId }, body }, reply) => {
      await updateProtocol(services, context, protocolId, body);
      return answer(context, protocolEntity, protocolId, 'WorkUnits.Protocols:edit', reply);
    },
  );

  app.delete(
    '/v1/protocols/:protocolId',
    {
      config: { permission: 'WorkUnits.Protocols:delete', summary: 'Delete a protocol that nothing uses' },
      schema: { params: protocolPath, ...gone },
    },
    async ({ context, params: { protocolId } }, reply) => {
      await deleteProtocol(services, use, context, protocolId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/protocols/:protocolId/actionOrder',
    {
      config: {
        permission: 'WorkUnits.Protocols:edit',
        summary: 'Reorder the actions of an event',
        answers: { 200: protocolEntity },
      },
      schema: { params: protocolPath, body: protocolActionOrderSchema },
    },
    async ({ context, params: { protocolId }, body }, reply) => {
      await reorderProtocolActions(services, context, protocolId, body);
      return answer(context, protocolEntity, protocolId, 'WorkUnits.Protocols:edit', reply);
    },
  );

  app.put(
    '/v1/protocolActions',
    {
      config: {
        permission: 'WorkUnits.Protocols:edit',
        summary: 'Add an action to a protocol',
        answers: { 201: protocolActionEntity },
      },
      schema: { body: protocolActionCreateSchema },
    },
    async ({ context, body }, reply) => {
      const key = await createProtocolAction(services, context, body);
      return answer(context, protocolActionEntity, key, 'WorkUnits.Protocols:edit', reply.code(201));
    },
  );

  app.post(
    '/v1/protocolActions/:protocolActionId',
    {
      config: {
        permission: 'WorkUnits.Protocols:edit',
        summary: 'Change an action of a protocol',
        answers: { 200: protocolActionEntity },
      },
      schema: { params: actionPath, body: protocolActionUpdateSchema },
    },
    async ({ context, params: { protocolActionId }, body }, reply) => {
      await updateProtocolAction(services, context, protocolActionId, body);
      return answer(context, protocolActionEntity, protocolActionId, 'WorkUnits.Protocols:edit', reply);
    },
  );

  app.delete(
    '/v1/protocolActions/:protocolActionId',
    {
      config: { permission: 'WorkUnits.Protocols:edit', summary: 'Remove an action from its protocol' },
      schema: { params: actionPath, ...gone },
    },
    async ({ context, params: { protocolActionId } }, reply) => {
      await deleteProtocolAction(services, context, protocolActionId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/v1/protocols/GetMatchedRules',
    {
      config: {
        permission: 'WorkUnits.Protocols:view',
        summary: 'Rules whose work units follow a protocol',
        answers: { 200: matchedRulesSchema },
      },
      schema: { querystring: z.object({ '@id': id }) },
    },
    async ({ context, query }) => ({ value: await readMatchedRules(services, use, context, query['@id']) }),
  );

  app.get(
    '/v1/protocols/GetProtocolsForAction',
    {
      config: {
        permission: 'ActionDefinitions:view',
        summary: 'Protocols that run an action',
        answers: { 200: forActionSchema },
      },
      schema: { querystring: z.object({ '@actionDefinitionId': id }) },
    },
    async ({ context, query }) => ({
      value: await findProtocolsForAction(services, context, query['@actionDefinitionId']),
    }),
  );
};
