import type { Area } from '../../platform/services.ts';
import { advanceRollOut } from './advance-roll-out.ts';
import { rollOutDeviceEntity } from './roll-out-device-entity.ts';
import { rollOutEntity } from './roll-out-entity.ts';
import { rollOutTimer } from './roll-out-timer.ts';
import { rollOutsRoutes } from './roll-outs-routes.ts';

/** Staged roll-outs of package versions to the devices of a tenant. */
export const rollOutsArea: Area = {
  name: 'roll-outs',
  entities: [rollOutEntity, rollOutDeviceEntity],
  tables: { roll_outs: ['RollOut'], roll_out_devices: { exempt: 'part of another' } },
  routes: rollOutsRoutes,
  timers: { [rollOutTimer]: advanceRollOut },
};
