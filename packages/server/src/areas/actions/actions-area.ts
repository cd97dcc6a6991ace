import type { Area } from '../../platform/services.ts';
import { actionDefinitionEntity } from './definitions/action-definition-entity.ts';
import { actionHistoryEntity } from './action-history-entity.ts';
import { actionsConfiguration } from './actions-configuration.ts';
import { actionsRoutes } from './actions-routes.ts';
import type { RemoveActionReferences } from './definitions/change-definition.ts';
import type { ExecuteAction } from './execute-action.ts';
import { actionTestHandler, runActionTest } from './test-action.ts';

/** The dependencies of actions on the areas above them. */
interface ActionsNeeds {
  readonly executeAction: ExecuteAction;
  /** Remove the references to a definition that is being deleted; they run one after the other. */
  readonly removeReferences: readonly RemoveActionReferences[];
}

/** The catalogue of actions and the history of their runs. */
export const createActionsArea = ({ executeAction, removeReferences }: ActionsNeeds): Area => ({
  name: 'actions',
  entities: [actionDefinitionEntity, actionHistoryEntity],
  tables: {
    action_definitions: ['ActionDefinition'],
    action_histories: { exempt: 'durable work' },
  },
  routes: (app, services) => actionsRoutes(app, services, removeReferences),
  configuration: actionsConfiguration(removeReferences),
  handlers: { [actionTestHandler]: runActionTest(executeAction) },
});
