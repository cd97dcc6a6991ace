import type { Area } from '../../platform/services.ts';
import { pendingDeviceEntity } from './pending-device-entity.ts';
import { pendingDeviceRoutes } from './pending-devices-routes.ts';

export const pendingDevicesArea: Area = {
  name: 'pending-devices',
  entities: [pendingDeviceEntity],
  routes: pendingDeviceRoutes,
};
