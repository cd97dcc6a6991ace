import { randomUUID } from 'node:crypto';
import { systemTenantId } from '../../platform/context.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const accessMatrix: AreaMatrix = {
  area: 'access',
  async seed(database, tenantId) {
    const [subscriptionId, userId] = [randomUUID(), randomUUID()];
    const [mail, groupName] = [`${userId}@example.com`, `group ${userId}`];
    await database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Main', now(), 'test', now(), 'test')`,
      [tenantId, subscriptionId],
    );
    await database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, invited_for, created, created_by)
       values ($1, $2, $3, 'Matrix', 'nowhere', now(), 'test')`,
      [systemTenantId, userId, mail],
    );
    await database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, user_id, group_name, role_name, created, created_by)
       values ($1, $2, $3, null, 'Viewer', now(), 'test'), ($1, $4, null, $5, 'Viewer', now(), 'test')`,
      [tenantId, randomUUID(), userId, randomUUID(), groupName],
    );
    return { tenantId, subscriptionId, mail, groupName };
  },
  examples: [
    { route: 'GET /v1/currentUser', place: 'none', request: () => ({ url: '/v1/currentUser' }), foreign: 'same' },
    { route: 'GET /v1/permissions', place: 'none', request: () => ({ url: '/v1/permissions' }), foreign: 'same' },
    {
      route: 'GET /api/auth/currentUserPhoto',
      place: 'none',
      request: () => ({ url: '/api/auth/currentUserPhoto' }),
      allowed: 204,
      foreign: 'same',
    },
    {
      route: 'GET /v1/currentUser',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/currentUser?__tenant__=${ids['tenantId']}` }),
      foreign: 403,
    },
    {
      route: 'POST /v1/tenantSubscriptionContext/:tenant',
      place: 'path',
      request: (ids) => ({
        url: `/v1/tenantSubscriptionContext/${ids['tenantId']}`,
        body: { tenant: ids['tenantId'], subscriptionId: ids['subscriptionId'] },
      }),
      foreign: 403,
    },
    {
      route: 'GET /api/generalLookup/tenants',
      place: 'lookup',
      request: () => ({ url: '/api/generalLookup/tenants' }),
      foreign: 'empty',
    },
    {
      route: 'GET /api/generalLookup/subscriptions',
      place: 'lookup',
      request: () => ({ url: '/api/generalLookup/subscriptions' }),
      foreign: 'empty',
    },
    {
      route: 'GET /api/people',
      place: 'lookup',
      request: (ids) => ({ url: `/api/people?searchTerm=${ids['mail']}` }),
      foreign: 'empty',
    },
    {
      route: 'GET /api/peopleAndGroups',
      place: 'lookup',
      request: (ids) => ({ url: `/api/peopleAndGroups?searchTerm=${encodeURIComponent(ids['groupName'] ?? '')}` }),
      foreign: 'empty',
    },
  ],
};
