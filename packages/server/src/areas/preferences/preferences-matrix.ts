import { randomUUID } from 'node:crypto';
import { systemTenantId } from '../../platform/context.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Preferences belong to a person: no address contains an id, and the rows of others remain unchanged. */
export const preferencesMatrix: AreaMatrix = {
  area: 'preferences',
  async seed(database, tenantId) {
    const userId = randomUUID();
    await database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       values ($1, $2, $3, 'Matrix', 'nowhere', now(), 'test')`,
      [systemTenantId, userId, `${userId}@example.com`],
    );
    await database.asOwner(
      `insert into cfs.preferences (user_id, name, value, modified) values ($1, 'theme', '"dark"', now())`,
      [userId],
    );
    return { tenantId, userId };
  },
  examples: [
    { route: 'GET /v1/preferences', place: 'none', request: () => ({ url: '/v1/preferences' }), foreign: 'same' },
    {
      route: 'PUT /v1/preferences/:name',
      place: 'none',
      request: () => ({ url: '/v1/preferences/theme', body: { hidden: ['city'] } }),
      allowed: 204,
      foreign: 'same',
    },
    {
      route: 'DELETE /v1/preferences/:name',
      place: 'none',
      request: () => ({ url: '/v1/preferences/theme' }),
      allowed: 204,
      foreign: 'same',
    },
  ],
};
