import type { Area } from '../../platform/services.ts';
import { agentRoutes } from './agent-routes.ts';
import type { CountOperations } from './delete-device.ts';
import { deviceEntity } from './device-entity.ts';
import { createDeviceTokens } from './device-tokens.ts';
import { deviceRoutes } from './devices-routes.ts';

/** No operation can be assigned before the area of device operations exists; it then answers this question. */
const countOperations: CountOperations = async () => 0;

export const devicesArea: Area = {
  name: 'devices',
  entities: [deviceEntity],
  tables: {
    devices: ['Device'],
    entity_logs: { exempt: 'telemetry' },
  },
  routes: (app, services) => {
    const tokens = createDeviceTokens(services);
    services.machines.register(tokens.verify);
    deviceRoutes(app, services, { tokens, countOperations });
    agentRoutes(app, services);
  },
};
