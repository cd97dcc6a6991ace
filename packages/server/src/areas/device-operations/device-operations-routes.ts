import {
  availableOperations,
  deviceOperationClone,
  deviceOperationCreate,
  deviceOperationsCloned,
  deviceOperationUpdate,
  operationRuns,
} from '@cfs/contracts/device-operations';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { deviceLogs } from '@cfs/contracts/devices';
import { instant, text } from '@cfs/contracts/text';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntity } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { cloneDeviceOperations } from './clone-device-operations.ts';
import { deviceOperationEntity } from './device-operation-entity.ts';
import { findAvailableOperations } from './find-available-operations.ts';
import { dequeueRun, enqueueRun } from './queue-runs.ts';
import { readOperationLogs, readOperationRuns } from './read-operation-runs.ts';
import { createDeviceOperation, deleteDeviceOperation, updateDeviceOperation } from './write-device-operations.ts';

const id = z.guid().toLowerCase();
const params = z.object({ deviceOperationId: id });
const edit = { permission: 'Devices:edit' } as const;
const view = { permission: 'Devices:view' } as const;
const answers = { answers: { 200: deviceOperationEntity } } as const;

const systemNumbers: readonly number[] = Object.values(operatingSystems);
const operatingSystem = z.coerce
  .number()
  .refine((value) => systemNumbers.includes(value), `Must be one of ${systemNumbers.join(', ')}.`);
const maxPage = 100;
const availableQuery = z.object({
  '@tenantId': id,
  '@operatingSystemId': operatingSystem,
  deviceId: id.optional(),
  $search: text(200).default(''),
  $top: z.coerce.number().int().min(0).max(maxPage).default(maxPage),
  $skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** Operations that are assigned to devices (docs/reference/operations.md#calls). */
export const deviceOperationsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, deviceOperationEntity);

  const answer = async (context: Context, key: string, reply: FastifyReply): Promise<FastifyReply> => {
    const body = await readEntity(services, context, deviceOperationEntity, key, edit);
    if (body === undefined) throw notFound('Device Operation');
    return reply.type('application/json').send(body);
  };

  app.put(
    '/v1/deviceOperations',
    {
      config: { ...edit, summary: 'Assign an operation to a device', answers: { 201: deviceOperationEntity } },
      schema: { body: deviceOperationCreate },
    },
    async ({ context, body }, reply) =>
      answer(context, await createDeviceOperation(services, context, body), reply.code(201)),
  );

  app.post(
    '/v1/deviceOperations/:deviceOperationId',
    {
      config: { ...edit, summary: 'Change, enable or disable a device operation', ...answers },
      schema: { params, body: deviceOperationUpdate },
    },
    async ({ context, params: { deviceOperationId }, body }, reply) => {
      await updateDeviceOperation(services, context, deviceOperationId, body);
      return answer(context, deviceOperationId, reply);
    },
  );

  app.delete(
    '/v1/deviceOperations/:deviceOperationId',
    {
      config: { ...edit, summary: 'Delete a device operation' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { deviceOperationId } }, reply) => {
      await deleteDeviceOperation(services, context, deviceOperationId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/deviceOperations/:deviceOperationId/enqueueOnDemand',
    { config: { ...edit, summary: 'Queue a run on demand', ...answers }, schema: { params } },
    async ({ context, params: { deviceOperationId } }, reply) => {
      await enqueueRun(services, context, deviceOperationId);
      return answer(context, deviceOperationId, reply);
    },
  );

  app.post(
    '/v1/deviceOperations/:deviceOperationId/dequeueOnDemand',
    { config: { ...edit, summary: 'Remove a queued run', ...answers }, schema: { params } },
    async ({ context, params: { deviceOperationId } }, reply) => {
      await dequeueRun(services, context, deviceOperationId);
      return answer(context, deviceOperationId, reply);
    },
  );

  app.post(
    '/v1/deviceOperations/clone',
    {
      config: { ...edit, summary: 'Copy operations of a device to another one' },
      schema: { body: deviceOperationClone, response: { 200: deviceOperationsCloned } },
    },
    ({ context, body }) => cloneDeviceOperations(services, context, body),
  );

  app.get(
    '/v1/deviceOperations/:deviceOperationId/logs',
    { config: { ...view, summary: 'Logs of a device operation' }, schema: { params, response: { 200: deviceLogs } } },
    ({ context, params: { deviceOperationId } }) => readOperationLogs(services, context, deviceOperationId),
  );

  app.get(
    '/v1/deviceOperations/:deviceOperationId/runs',
    {
      config: { ...view, summary: 'The newest runs of a device operation' },
      schema: { params, querystring: z.object({ before: instant.optional() }), response: { 200: operationRuns } },
    },
    ({ context, params: { deviceOperationId }, query: { before } }) =>
      readOperationRuns(services, context, deviceOperationId, before === undefined ? undefined : new Date(before)),
  );

  app.get(
    '/v1/operations/GetAvailableOperationsForDevice',
    {
      config: {
        ...view,
        summary: 'Operations that a device of the tenant can get',
        answers: { 200: availableOperations },
      },
      schema: { querystring: availableQuery },
    },
    ({ context, query }) =>
      findAvailableOperations(services, context, {
        tenantId: query['@tenantId'],
        operatingSystemId: query['@operatingSystemId'],
        deviceId: query.deviceId,
        search: query.$search.trim(),
        top: query.$top,
        skip: query.$skip,
      }),
  );
};
