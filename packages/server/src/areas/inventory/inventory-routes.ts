import { inventoryReport } from '@cfs/contracts/agent-inventory';
import { inventoryLimits } from '@cfs/contracts/inventory';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { acceptJson } from '../../platform/http/json-body.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { forbidden } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { deviceInventoryEntity } from './device-inventory-entity.ts';
import { installedSoftwareEntity } from './installed-software-entity.ts';
import { inventoryChangeEntity } from './inventory-change-entity.ts';
import { recordInventory } from './record-inventory.ts';

/** Routes for the reports of agents, and lists of inventories, installed software and changes. */
export const inventoryRoutes = (app: App, services: Services): void => {
  listRoute(app, services, deviceInventoryEntity);
  listRoute(app, services, installedSoftwareEntity);
  listRoute(app, services, inventoryChangeEntity);

  // An inventory may have more values than other bodies.
  app.register((scope: App, _options, done) => {
    const { bodyBytes: bodyLimit, json: bounds } = inventoryLimits;
    acceptJson(scope, { types: ['application/json'], bounds, bodyLimit });
    scope.post(
      '/v1/agents/inventory',
      {
        bodyLimit: inventoryLimits.bodyBytes,
        config: {
          permission: { machine: 'agent' },
          unaudited: 'telemetry',
          summary: 'Report hardware, operating system, network, disks and software of the machine',
        },
        schema: { body: inventoryReport, response: { 204: z.null() } },
      },
      async ({ context: { actor, tenantId }, body }, reply) => {
        if (actor.kind !== 'device') throw forbidden();
        await recordInventory(services, { tenantId, deviceId: actor.deviceId }, body);
        return reply.code(204).send(null);
      },
    );
    done();
  });
};
