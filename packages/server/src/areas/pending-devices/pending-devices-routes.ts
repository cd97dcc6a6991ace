import { enrolled, enrolment } from '@cfs/contracts/agents';
import { pendingDeviceBatch, promotion } from '@cfs/contracts/pending-devices';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { deletePendingDevices } from './delete-pending-devices.ts';
import { enrolAgent } from './enrol-agent.ts';
import { pendingDeviceEntity } from './pending-device-entity.ts';
import { promotePendingDevices } from './promote-pending-devices.ts';

const edit = { permission: 'PendingDevices:edit' } as const;

/** Routes that list, promote and refuse pending devices, and the enrolment of agents. */
export const pendingDevicesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, pendingDeviceEntity);

  app.post(
    '/v1/pendingdevices/batchpromote',
    {
      config: { ...edit, summary: 'Promote pending devices to devices' },
      schema: { body: pendingDeviceBatch, response: { 200: promotion } },
    },
    async ({ context, body }) => ({ deviceIds: await promotePendingDevices(services, context, body) }),
  );

  app.delete(
    '/v1/pendingdevices/batchdelete',
    {
      config: { ...edit, summary: 'Refuse pending devices' },
      schema: { body: pendingDeviceBatch, response: { 204: z.null() } },
    },
    async ({ context, body }, reply) => {
      await deletePendingDevices(services, context, body);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/agents/enrol',
    {
      config: { permission: { machine: 'enrol' }, summary: 'Enrol an agent with a tenant token' },
      schema: { body: enrolment, response: { 200: enrolled, 201: enrolled } },
    },
    async (request, reply) => {
      const token = (request.headers.authorization ?? '').replace(/^bearer\s+/i, '');
      const { isNew, ...answer } = await enrolAgent(services, request.context, token, request.body);
      return reply.code(isNew ? 201 : 200).send(answer);
    },
  );
};
