import type { Area } from '../../platform/services.ts';
import { agentRoutes, type AgentNeeds } from './agent-routes.ts';
import type { CountOperations } from './delete-device.ts';
import { deviceEntity } from './device-entity.ts';
import { createDeviceChanges } from './device-changes.ts';
import { createDeviceTokens } from './device-tokens.ts';
import { devicesRoutes } from './devices-routes.ts';
import { createAgentCredentialFinder } from './find-agent-credential.ts';

/** Functions of other areas that this area needs. */
interface DevicesNeeds extends Omit<AgentNeeds, 'findCredential' | 'changes'> {
  readonly countOperations: CountOperations;
}

/** Devices and the calls of their agents. */
export const createDevicesArea = ({ countOperations, ...needs }: DevicesNeeds): Area => ({
  name: 'devices',
  entities: [deviceEntity],
  tables: {
    devices: ['Device'],
    configuration_versions: { exempt: 'part of another' },
    agent_credentials: ['PendingDevice', 'Device'],
  },
  routes: (app, services) => {
    const findCredential = createAgentCredentialFinder(services);
    const changes = createDeviceChanges(services);
    app.addHook('onClose', async () => changes.close());
    const tokens = createDeviceTokens(services, findCredential, changes);
    services.machines.register(tokens.verify);
    devicesRoutes(app, services, { tokens, countOperations });
    agentRoutes(app, services, { ...needs, findCredential, changes });
  },
});
