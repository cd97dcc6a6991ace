import { randomUUID } from 'node:crypto';
import { systemTenantId } from '../../platform/context.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const view = { name: 'From the matrix', query: 'sort=name' };

/**
 * The seeded view belongs to another person, so a caller of any tenant gets 404 for its id. Each creation uses another
 * screen, and another person may have a view with the same id.
 */
export const savedViewsMatrix: AreaMatrix = {
  area: 'saved-views',
  async seed(database, tenantId) {
    const [userId, savedViewId] = [randomUUID(), randomUUID()];
    await database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       values ($1, $2, $3, 'Matrix', 'nowhere', now(), 'test')`,
      [systemTenantId, userId, `${userId}@example.com`],
    );
    await database.asOwner(
      `insert into cfs.saved_views (user_id, saved_view_id, screen, name, query, position, modified)
       values ($1, $2, 'locations', 'Seeded by the matrix', '', 0, now())`,
      [userId, savedViewId],
    );
    await database.asOwner(`delete from cfs.saved_views where name = $1`, [view.name]);
    return { tenantId, userId, savedViewId };
  },
  examples: [
    {
      route: 'GET /v1/savedViews',
      place: 'none',
      request: () => ({ url: '/v1/savedViews?screen=locations' }),
      foreign: 'same',
    },
    {
      route: 'PUT /v1/savedViews',
      place: 'body',
      request: ({ savedViewId }) => ({ url: '/v1/savedViews', body: { ...view, screen: 'locations', savedViewId } }),
      allowed: 201,
      foreign: 'same',
    },
    {
      route: 'POST /v1/savedViews/:savedViewId',
      place: 'path',
      request: ({ savedViewId }) => ({ url: `/v1/savedViews/${savedViewId}`, body: view }),
      allowed: 404,
      foreign: 404,
    },
    {
      route: 'DELETE /v1/savedViews/:savedViewId',
      place: 'path',
      request: ({ savedViewId }) => ({ url: `/v1/savedViews/${savedViewId}` }),
      allowed: 404,
      foreign: 404,
    },
  ],
};
