import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { seedOperation } from './testing/seed-operation.ts';

const onOne = (method: string, path: string, more: Partial<MatrixExample> = {}): MatrixExample => ({
  route: `${method} /v1/deviceOperations/:deviceOperationId${path}`,
  place: 'path',
  request: (ids) => ({ url: `/v1/deviceOperations/${ids['deviceOperationId']}${path}` }),
  foreign: 404,
  ...more,
});

export const deviceOperationsMatrix: AreaMatrix = {
  area: 'device-operations',
  async seed(database, tenantId) {
    const { deviceId = '' } = await seedDevice(database, tenantId);
    const { deviceId: targetId = '' } = await seedDevice(database, tenantId);
    const { packageId } = await seedPackage(database, tenantId);
    const operationId = await seedOperation(database, tenantId, { packageId });
    const [deviceOperationId, queuedId, token] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, completionToken] of [
      [deviceOperationId, null],
      [queuedId, token],
    ])
      await database.asOwner(
        `insert into cfs.device_operations (tenant_id, device_operation_id, device_id, operation_id, label, enabled,
           frequency_type_id, interval_seconds, is_interactive, parameters, completion_token,
           created, created_by, modified, modified_by)
         values ($1, $2, $3, $4, 'Matrix', true, 1, 300, false, '[]', $5, now(), 'matrix', now(), 'matrix')`,
        [tenantId, id, deviceId, operationId, completionToken],
      );
    await database.asOwner(
      `insert into cfs.device_operation_runs (tenant_id, completion_token, device_operation_id, queued, queued_by)
       values ($1, $2, $3, now(), 'matrix')`,
      [tenantId, token, queuedId],
    );
    return { tenantId, deviceId, targetId, packageId, operationId, deviceOperationId, queuedId };
  },
  examples: [
    ...listExamples('/v1/deviceOperations', (ids) => `deviceOperationId eq ${ids['deviceOperationId']}`),
    {
      route: 'GET /v1/deviceOperations',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/deviceOperations?$filter=deviceId eq ${ids['deviceId']}&$expand=operation($expand=package)`,
      }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/deviceOperations',
      place: 'body',
      request: (ids) => ({
        url: '/v1/deviceOperations',
        body: {
          deviceId: ids['deviceId'],
          operationId: ids['operationId'],
          label: 'From the matrix',
          frequencyTypeId: 2,
          interval: '00:05:00',
        },
      }),
      allowed: 201,
      foreign: 404,
    },
    onOne('POST', '', {
      request: (ids) => ({
        url: `/v1/deviceOperations/${ids['deviceOperationId']}`,
        body: { label: 'From the matrix' },
      }),
    }),
    onOne('DELETE', '', { allowed: 204 }),
    onOne('POST', '/enqueueOnDemand'),
    onOne('POST', '/dequeueOnDemand', {
      request: (ids) => ({ url: `/v1/deviceOperations/${ids['queuedId']}/dequeueOnDemand` }),
    }),
    onOne('GET', '/logs'),
    onOne('GET', '/runs'),
    {
      route: 'POST /v1/deviceOperations/clone',
      place: 'body',
      request: (ids) => ({
        url: '/v1/deviceOperations/clone',
        body: {
          fromDeviceId: ids['deviceId'],
          toDeviceId: ids['targetId'],
          deviceOperationIdsToClone: ids['deviceOperationId'],
        },
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/operations/GetAvailableOperationsForDevice',
      place: 'parameter',
      request: (ids) => ({
        url: `/v1/operations/GetAvailableOperationsForDevice(tenantId=${ids['tenantId']},operatingSystemId=4)`,
      }),
      foreign: 'empty',
    },
    {
      route: 'POST /v1/agents/operations/:deviceOperationId/claim',
      place: 'path',
      request: (ids) => ({
        url: `/v1/agents/operations/${ids['queuedId']}/claim`,
        body: { completionToken: randomUUID(), runId: randomUUID() },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/agents/operations/:deviceOperationId/complete',
      place: 'path',
      request: (ids) => ({ url: `/v1/agents/operations/${ids['queuedId']}/complete`, body: {} }),
      foreign: 404,
    },
  ],
};
