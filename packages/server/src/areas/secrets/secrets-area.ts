import type { Area } from '../../platform/services.ts';
import type { FindSecretUsers } from './secret-users.ts';
import { secretsRoutes } from './secrets-routes.ts';

/** What secrets ask of the areas above them. */
interface SecretsNeeds {
  /** Find what reads a secret, one kind each. */
  readonly findUsers: readonly FindSecretUsers[];
}

/** Values that a tenant keeps encrypted for its actions. */
export const createSecretsArea = ({ findUsers }: SecretsNeeds): Area => ({
  name: 'secrets',
  tables: {
    data_keys: ['DataKey'],
    secrets: ['Secret'],
  },
  routes: (app, services) => secretsRoutes(app, services, findUsers),
});
