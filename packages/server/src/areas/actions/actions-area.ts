import type { Area } from '../../platform/services.ts';
import { actionDefinitionEntity } from './action-definition-entity.ts';
import { actionHistoryEntity } from './action-history-entity.ts';
import { actionsRoutes } from './actions-routes.ts';
import { actionTestHandler, runActionTest } from './test-action.ts';

export const actionsArea: Area = {
  name: 'actions',
  entities: [actionDefinitionEntity, actionHistoryEntity],
  tables: {
    action_definitions: ['ActionDefinition'],
    action_histories: { exempt: 'durable work' },
    rule_work_units: { exempt: 'part of another' },
  },
  routes: actionsRoutes,
  handlers: { [actionTestHandler]: runActionTest },
};
