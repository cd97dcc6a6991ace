import type { Area } from '../../platform/services.ts';
import type { ProtocolUse } from './describe-protocol-use.ts';
import { protocolActionEntity } from './protocol-action-entity.ts';
import { protocolEntity } from './protocol-entity.ts';
import {
  protocolTimer,
  protocolTimerPage,
  fireProtocolTimer,
  fireProtocolTimerPage,
  type RaiseTimerEvents,
} from './protocol-timer.ts';
import { protocolsConfiguration } from './protocols-configuration.ts';
import { protocolsRoutes } from './protocols-routes.ts';

/** Functions of other areas that this area needs. */
interface ProtocolsNeeds extends ProtocolUse {
  readonly raiseTimerEvents: RaiseTimerEvents;
}

/** Protocols, their actions and their timers. */
export const createProtocolsArea = ({ raiseTimerEvents, ...use }: ProtocolsNeeds): Area => ({
  name: 'protocols',
  entities: [protocolEntity, protocolActionEntity],
  tables: {
    protocols: ['Protocol'],
    protocol_actions: ['ProtocolAction'],
  },
  routes: (app, services) => protocolsRoutes(app, services, use),
  configuration: protocolsConfiguration(use),
  timers: {
    [protocolTimer]: fireProtocolTimer(raiseTimerEvents),
    [protocolTimerPage]: fireProtocolTimerPage(raiseTimerEvents),
  },
});
