import { roleAnswer, roleCreateSchema, roleUpdateSchema } from '@cfs/contracts/access-roles';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { answerEntity } from '../../../platform/odata/entity-answer.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { roleEntity } from './role-entity.ts';
import { readRole } from './read-role.ts';
import { createRole, deleteRole, updateRole } from './write-roles.ts';

const params = z.object({ roleId: z.guid('Must be the id of a role.').toLowerCase() });

/** The routes for roles: list, read one with its permissions, create, change and delete. */
export const roleRoutes = (app: App, services: Services): void => {
  listRoute(app, services, roleEntity);

  app.get(
    '/v1/roles/:roleId',
    {
      config: {
        permission: 'Settings:view',
        summary: 'A role with its permissions',
        answers: { 200: roleAnswer.extend({ '@odata.context': z.url().optional() }) },
      },
      schema: { params },
    },
    async (request, reply) => {
      const role = await readRole(services, request.context, request.params.roleId);
      return answerEntity(request, reply, roleEntity, { text: JSON.stringify(role) });
    },
  );

  app.put(
    '/v1/roles',
    {
      config: {
        permission: 'Settings:edit',
        summary: 'Create a role from permissions that the caller holds',
      },
      schema: { body: roleCreateSchema, response: { 201: roleAnswer } },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createRole(services, context, body)),
  );

  app.post(
    '/v1/roles/:roleId',
    {
      config: {
        permission: 'Settings:edit',
        summary: 'Change the name and permissions of a role',
      },
      schema: { params, body: roleUpdateSchema, response: { 200: roleAnswer } },
    },
    ({ context, params: { roleId }, body }) => updateRole(services, context, roleId, body),
  );

  app.delete(
    '/v1/roles/:roleId',
    {
      config: { permission: 'Settings:edit', summary: 'Delete a role that nobody holds' },
      schema: { params },
    },
    async ({ context, params: { roleId } }, reply) => {
      await deleteRole(services, context, roleId);
      return reply.code(204).send();
    },
  );
};
