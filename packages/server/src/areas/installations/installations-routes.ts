import { installReports } from '@cfs/contracts/agent-installs';
import { desiredInstallations, packageInstalls } from '@cfs/contracts/installations';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import type { Services } from '../../platform/services.ts';
import { deviceOf } from '../devices/device-of.ts';
import { readPackageInstalls } from './read-package-installs.ts';
import { recordAgentInstalls } from './record-agent-installs.ts';
import { setInstallations } from './set-installations.ts';

const id = z.guid().toLowerCase();

/** Packages on devices, and the reports of agents about them (docs/reference/packages.md#installations). */
export const installationsRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/devices/GetPackageInstallsWithVersions',
    {
      config: {
        permission: 'Devices:view',
        summary: 'Packages for a device, with its installations',
        answers: { 200: packageInstalls },
      },
      schema: { querystring: z.object({ '@deviceId': id }) },
    },
    ({ context, query }) => readPackageInstalls(services, context, query['@deviceId']),
  );

  app.post(
    '/v1/deviceInstallations/:deviceId/packages',
    {
      config: { permission: 'Devices:edit', summary: 'Set the versions that a device is to have' },
      schema: { params: z.object({ deviceId: id }), body: desiredInstallations, response: { 200: packageInstalls } },
    },
    ({ context, params: { deviceId }, body }) => setInstallations(services, context, deviceId, body),
  );

  app.post(
    '/v1/agents/installations',
    {
      config: { permission: { machine: 'agent' }, unaudited: 'telemetry', summary: 'Report the status of packages' },
      schema: { body: installReports, response: { 204: z.null() } },
    },
    async ({ context, body }, reply) => {
      await recordAgentInstalls(services, deviceOf(context), body);
      return reply.code(204).send(null);
    },
  );
};
