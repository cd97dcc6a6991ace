import type { Area } from '../../platform/services.ts';
import type { SecretsNeeds } from './secrets-needs.ts';
import { secretsRoutes } from './secrets-routes.ts';

/** Values that a tenant keeps encrypted for its actions. */
export const createSecretsArea = (needs: SecretsNeeds): Area => ({
  name: 'secrets',
  tables: {
    data_keys: ['DataKey'],
    secrets: ['Secret'],
  },
  routes: (app, services) => secretsRoutes(app, services, needs),
});
