import { intakeFormVersionSchema } from '@cfs/contracts/intake-forms';
import { tenantCreateSchema, tenantUpdateSchema } from '@cfs/contracts/tenants';
import { toggleSchema } from '@cfs/contracts/toggle';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { answerEntity } from '../../platform/odata/entity-answer.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import {
  readAssignmentGroups,
  readIntakeForms,
  readIntakeFormVersion,
  readIntakeSchema,
  readTenant,
  tenantDetailsPermissions,
} from './read-tenant.ts';
import { tenantEntity } from './tenant-entity.ts';
import { createTenant, toggleTenant, updateTenant } from './write-tenants.ts';

const params = z.object({ tenantId: z.guid('Must be the id of a tenant.').toLowerCase() });

/** Tenants: the list, one with its details, create, update, enable and disable. */
export const tenantsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, tenantEntity);

  app.get(
    '/v1/tenants/:tenantId',
    {
      config: {
        permission: tenantDetailsPermissions,
        summary: 'One tenant; without Tenants view, what work unit forms need',
        answers: { 200: tenantEntity },
      },
      schema: { params },
    },
    async (request, reply) => {
      const tenant = await readTenant(services, request.context, request.params.tenantId);
      return answerEntity(request, reply, tenantEntity, { text: JSON.stringify(tenant) });
    },
  );

  app.get(
    '/v1/tenants/:tenantId/assignmentGroups',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Groups that units can be assigned to',
        answers: { 200: z.array(z.string()) },
      },
      schema: { params },
    },
    ({ context, params: { tenantId } }) => readAssignmentGroups(services, context, tenantId),
  );

  app.get(
    '/v1/tenants/:tenantId/intakewizardschema',
    {
      config: {
        permission: ['WorkUnits:create', 'Tenants:view'],
        summary: 'The intake form as JSON text',
        answers: { 200: 'text/csv' },
      },
      schema: { params },
    },
    async ({ context, headers, params: { tenantId } }, reply) => {
      const type = headers.accept?.includes('application/json') ? 'application/json' : 'text/csv';
      return reply.type(`${type}; charset=utf-8`).send(await readIntakeSchema(services, context, tenantId));
    },
  );

  app.get(
    '/v1/tenants/:tenantId/intakeforms',
    {
      config: {
        permission: 'Tenants:view',
        summary: 'The versions of the intake form, newest first',
        answers: { 200: z.array(intakeFormVersionSchema) },
      },
      schema: { params },
    },
    ({ context, params: { tenantId } }) => readIntakeForms(services, context, tenantId),
  );

  app.get(
    '/v1/tenants/:tenantId/intakeforms/:version',
    {
      config: {
        permission: 'Tenants:view',
        summary: 'A version of the intake form as JSON text',
        answers: { 200: 'application/json' },
      },
      schema: {
        params: params.extend({
          version: z.coerce
            .number()
            .int()
            .positive()
            .max(2 ** 31 - 1),
        }),
      },
    },
    async ({ context, params: { tenantId, version } }, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(await readIntakeFormVersion(services, context, tenantId, version)),
  );

  app.put(
    '/v1/tenants',
    {
      config: { permission: 'Tenants:create', summary: 'Create a tenant', answers: { 201: tenantEntity } },
      schema: { body: tenantCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createTenant(services, context, body)),
  );

  app.post(
    '/v1/tenants/:tenantId',
    {
      config: { permission: 'Tenants:edit', summary: 'Change a tenant', answers: { 200: tenantEntity } },
      schema: { params, body: tenantUpdateSchema },
    },
    ({ context, params: { tenantId }, body }) => updateTenant(services, context, tenantId, body),
  );

  app.post(
    '/v1/tenants/toggledisabled/:tenantId',
    {
      config: { permission: 'Tenants:edit', summary: 'Enable or disable a tenant', answers: { 200: tenantEntity } },
      schema: { params, body: toggleSchema },
    },
    ({ context, params: { tenantId }, body }) => toggleTenant(services, context, tenantId, body?.enabled),
  );
};
