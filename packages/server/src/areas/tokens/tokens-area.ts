import type { Area } from '../../platform/services.ts';
import { tokenEntity } from './token-entity.ts';
import { tokensRoutes } from './tokens-routes.ts';

export const tokensArea: Area = {
  name: 'tokens',
  entities: [tokenEntity],
  tables: {
    token_grants: ['TokenGrant'],
  },
  routes: tokensRoutes,
};
