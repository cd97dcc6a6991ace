import type { Area } from '../../platform/services.ts';
import type { ExecuteAction } from '../actions/execute-action.ts';
import { protocolActionHandler } from './automatic-actions.ts';
import { emailTemplateRoutes } from './email-template-routes.ts';
import { manualActionRoutes } from './manual-action-routes.ts';
import { protocolActionEntity } from './protocol-action-entity.ts';
import { protocolEntity } from './protocol-entity.ts';
import { protocolTimer, protocolTimerPage, ringProtocolTimer, ringProtocolTimerPage } from './protocol-timer.ts';
import { protocolsRoutes } from './protocols-routes.ts';
import { runProtocolAction } from './run-protocol-action.ts';

/** Protocols and what they do to work units. */
export const createProtocolsArea = ({ executeAction }: { readonly executeAction: ExecuteAction }): Area => ({
  name: 'protocols',
  entities: [protocolEntity, protocolActionEntity],
  tables: {
    protocols: ['Protocol'],
    protocol_actions: ['ProtocolAction'],
    manual_action_runs: ['ManualActionRun'],
    mail_previews: { exempt: 'internal' },
  },
  routes: (app, services) => {
    protocolsRoutes(app, services);
    manualActionRoutes(app, services);
    emailTemplateRoutes(app, services);
  },
  handlers: { [protocolActionHandler]: runProtocolAction(executeAction) },
  timers: { [protocolTimer]: ringProtocolTimer, [protocolTimerPage]: ringProtocolTimerPage },
});
