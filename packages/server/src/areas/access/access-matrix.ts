import { randomUUID } from 'node:crypto';
import { systemTenantId } from '../../platform/context.ts';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const accessMatrix: AreaMatrix = {
  area: 'access',
  async seed(database, tenantId) {
    const [subscriptionId, userId, grantId, roleId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const [mail, groupName, roleName] = [`${userId}@example.com`, `group ${userId}`, `role ${roleId}`];
    await database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Main', now(), 'test', now(), 'test')`,
      [tenantId, subscriptionId],
    );
    await database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       values ($1, $2, $3, 'Matrix', 'nowhere', now(), 'test')`,
      [systemTenantId, userId, mail],
    );
    await database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, user_id, group_name, role_name, created, created_by)
       values ($1, $2, $3, null, 'Viewer', now(), 'test'), ($1, $4, null, $5, 'Viewer', now(), 'test')`,
      [tenantId, grantId, userId, randomUUID(), groupName],
    );
    await database.asOwner(
      `insert into cfs.roles (tenant_id, role_id, role_name, permissions, created, created_by, modified, modified_by)
       values ($1, $2, $3, '{Home:view}', now(), 'test', now(), 'test')`,
      [tenantId, roleId, roleName],
    );
    return { tenantId, subscriptionId, userId, mail, groupName, grantId, roleId, roleName };
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
    {
      route: 'PUT /api/auth/currentUserPhoto',
      place: 'none',
      request: () => ({
        url: '/api/auth/currentUserPhoto',
        headers: { 'content-type': 'image/png' },
        body: Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
      }),
      allowed: 201,
      foreign: 'same',
    },
    {
      route: 'DELETE /api/auth/currentUserPhoto',
      place: 'none',
      request: () => ({ url: '/api/auth/currentUserPhoto' }),
      allowed: 204,
      foreign: 'same',
    },
    ...listExamples('/v1/people', ({ userId }) => `userId eq ${userId}`),
    {
      route: 'PUT /v1/people',
      place: 'body',
      request: ({ tenantId, roleId }) => ({
        url: '/v1/people',
        body: { mail: `${roleId}.${randomUUID()}@example.com`, roleName: 'Viewer', tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/people/:userId',
      place: 'path',
      request: ({ userId }) => ({ url: `/v1/people/${userId}`, body: { enabled: false } }),
      // An administrator of the tenant sees the person, but only administrators of all tenants may change them.
      allowed: 403,
      foreign: 404,
    },
    {
      route: 'GET /v1/people/:userId/access',
      place: 'path',
      request: ({ userId, tenantId }) => ({
        url: `/v1/people/${userId}/access?permission=Home:view&tenantId=${tenantId}`,
      }),
      foreign: 404,
    },
    ...listExamples('/v1/roles', ({ roleId }) => `roleId eq ${roleId}`),
    {
      route: 'GET /v1/roles/:roleId',
      place: 'path',
      request: ({ roleId }) => ({ url: `/v1/roles/${roleId}` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/roles',
      place: 'body',
      request: ({ tenantId, userId }) => ({
        url: '/v1/roles',
        body: { name: `made for ${userId}`, permissions: ['Home:view'], tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/roles/:roleId',
      place: 'path',
      request: ({ roleId }) => ({ url: `/v1/roles/${roleId}`, body: { permissions: ['Locations:view'] } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/roles/:roleId',
      place: 'path',
      request: ({ roleId }) => ({ url: `/v1/roles/${roleId}` }),
      allowed: 204,
      foreign: 404,
    },
    ...listExamples('/v1/grants', ({ grantId }) => `grantId eq ${grantId}`),
    {
      route: 'GET /v1/grants',
      place: 'expand',
      request: ({ userId }) => ({ url: `/v1/grants?$filter=person/userId eq ${userId}&$expand=person,tenant` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/grants',
      place: 'body',
      request: ({ tenantId, groupName }) => ({
        url: '/v1/grants',
        body: { groupName, roleName: 'Operator', tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/grants',
      place: 'body',
      request: ({ userId }) => ({ url: '/v1/grants', body: { userId, roleName: 'Operator' } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/grants',
      place: 'parameter',
      request: ({ groupName, roleName }) => ({ url: '/v1/grants', body: { groupName, roleName } }),
      allowed: 201,
      foreign: 400,
    },
    {
      route: 'DELETE /v1/grants/:grantId',
      place: 'path',
      request: ({ grantId }) => ({ url: `/v1/grants/${grantId}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
