import type { Area } from '../../platform/services.ts';
import { pendingDeviceEntity } from './pending-device-entity.ts';
import { pendingDevicesRoutes } from './pending-devices-routes.ts';

export const pendingDevicesArea: Area = {
  name: 'pending-devices',
  entities: [pendingDeviceEntity],
  tables: {
    pending_devices: ['PendingDevice', 'Device'],
  },
  routes: pendingDevicesRoutes,
};
