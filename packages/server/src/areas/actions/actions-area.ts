import type { Area } from '../../platform/services.ts';
import { actionDefinitionEntity } from './action-definition-entity.ts';
import { actionHistoryEntity } from './action-history-entity.ts';
import { actionsRoutes } from './actions-routes.ts';
import { actionTestHandler, runActionTest } from './test-action.ts';

export const actionsArea: Area = {
  name: 'actions',
  entities: [actionDefinitionEntity, actionHistoryEntity],
  routes: actionsRoutes,
  handlers: { [actionTestHandler]: runActionTest },
};
