import { readingLimits, readingSpansHours } from '@cfs/contracts/device-enumerations';
import { device, deviceLogs, deviceReadings, deviceUpdate } from '@cfs/contracts/devices';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { deleteDevice, type CountOperations } from './delete-device.ts';
import { restartAgent, traceDevice } from './device-commands.ts';
import { deviceEntity } from './device-entity.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { readDeviceLogs } from './read-device-logs.ts';
import { readDeviceReadings } from './read-device-readings.ts';
import { updateDevice } from './update-device.ts';

const params = z.object({ deviceId: z.guid().toLowerCase() });
const answer = { response: { 200: device } } as const;
const edit = { permission: 'Devices:edit' } as const;

const { devices: maxDevices, minPoints, maxPoints, totalPoints } = readingLimits;
const readingsQuery = z
  .object({
    deviceIds: z
      .string()
      .transform((ids) => [...new Set(ids.toLowerCase().split(','))])
      .pipe(z.array(z.guid().toLowerCase()).max(maxDevices, `Must be at most ${maxDevices} devices.`)),
    hours: z.coerce.number().pipe(z.literal(readingSpansHours)).default(1),
    points: z.coerce.number().int().min(minPoints).max(maxPoints).default(20),
  })
  .refine(({ deviceIds, points }) => deviceIds.length * points <= totalPoints, {
    path: ['points'],
    error: `Must be at most ${totalPoints} for all devices together.`,
  });

/** Routes for staff: list, edit, delete, restart, trace and logs of devices. */
export const devicesRoutes = (
  app: App,
  services: Services,
  { tokens, countOperations }: { readonly tokens: DeviceTokens; readonly countOperations: CountOperations },
): void => {
  listRoute(app, services, deviceEntity);

  app.post(
    '/v1/devices/:deviceId',
    { config: { ...edit, summary: 'Change a device' }, schema: { params, body: deviceUpdate, ...answer } },
    ({ context, params: { deviceId }, body }) => updateDevice(services, context, deviceId, body),
  );

  app.delete(
    '/v1/devices/:deviceId',
    {
      config: { permission: 'Devices:delete', summary: 'Delete a device and end its credential' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { deviceId } }, reply) => {
      await deleteDevice(services, context, deviceId, countOperations);
      tokens.evict(deviceId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/devices/:deviceId/restartagent',
    { config: { ...edit, summary: 'Ask the agent of a device to restart' }, schema: { params, ...answer } },
    ({ context, params: { deviceId } }) => restartAgent(services, context, deviceId),
  );

  app.post(
    '/v1/devices/:deviceId/toggleTrace/:minutes',
    {
      config: { ...edit, summary: 'Trace a device for some minutes, or stop' },
      schema: { params: params.extend({ minutes: z.coerce.number().int() }), ...answer },
    },
    ({ context, params: { deviceId, minutes } }) => traceDevice(services, context, deviceId, minutes),
  );

  app.get(
    '/v1/devices/:deviceId/logs',
    {
      config: { permission: 'Devices:view', summary: 'Logs of a device' },
      schema: { params, response: { 200: deviceLogs } },
    },
    ({ context, params: { deviceId } }) => readDeviceLogs(services, context, deviceId),
  );

  app.get(
    '/v1/devices/readings',
    {
      config: { permission: 'Devices:view', summary: 'CPU, memory and disk of devices over the last hours' },
      schema: { querystring: readingsQuery, response: { 200: deviceReadings } },
    },
    ({ context, query }) => readDeviceReadings(services, context, query),
  );
};
