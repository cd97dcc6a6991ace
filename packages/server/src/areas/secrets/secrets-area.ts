import type { Area } from '../../platform/services.ts';
import type { SecretsNeeds } from './secrets-needs.ts';
import { secretsRoutes } from './secrets-routes.ts';

/** Encrypted values of a tenant that actions and device operations reference. */
export const createSecretsArea = (needs: SecretsNeeds): Area => ({
  name: 'secrets',
  tables: {
    data_keys: ['DataKey'],
    secrets: ['Secret'],
  },
  routes: (app, services) => secretsRoutes(app, services, needs),
});
