import {
  currentUser,
  permissionList,
  permissionListQuery,
  tenantSubscriptionContext,
  type CurrentUser,
} from '@cfs/contracts/access';
import { allPermissions, toPermissionString, type Permission } from '@cfs/contracts/permissions';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { toTenantId } from '../../../platform/odata/wire-form.ts';
import type { Services } from '../../../platform/services.ts';
import { chooseContext } from './choose-context.ts';
import { personOf } from '../people/person-of.ts';

/** Permissions that are useful only if they are held in all tenants: what they create belongs to no tenant yet. */
const needsAllTenants: ReadonlySet<Permission> = new Set<Permission>(['Tenants:create']);

/**
 * The tenant of the request; `null` for the System tenant, a placeholder while no tenant exists: nobody works in it.
 */
const tenantOf = ({ tenantId }: Context): string | null => toTenantId(tenantId);

/**
 * The routes for the signed-in person, their permissions in the tenant of the request, and their choice of a tenant.
 */
export const currentUserRoutes = (app: App, services: Services): void => {
  const signedIn = { permission: 'signed-in' } as const;

  app.get(
    '/v1/currentUser',
    { config: { ...signedIn, summary: 'Who is signed in' }, schema: { response: { 200: currentUser } } },
    ({ context }): CurrentUser => {
      const { name, userName } = personOf(context);
      return {
        name,
        userName,
        tenantId: tenantOf(context),
        subscriptionId: context.subscriptionId ?? null,
      };
    },
  );

  app.get(
    '/v1/permissions',
    {
      config: { ...signedIn, summary: 'What the caller may do in the tenant of the request' },
      schema: { querystring: permissionListQuery, response: { 200: permissionList } },
    },
    ({ context, query: { inAllTenants } }) => {
      const counts = (permission: Permission): boolean =>
        inAllTenants || needsAllTenants.has(permission)
          ? context.scopeOf(permission).kind === 'all'
          : context.can(permission);
      return allPermissions
        .filter(counts)
        .map((permission) => toPermissionString(permission, services.configuration.permissionPrefix));
    },
  );

  app.post(
    '/v1/tenantSubscriptionContext/:tenant',
    {
      config: { ...signedIn, summary: 'Choose the tenant and subscription to work in', unaudited: 'own screen' },
      schema: {
        params: z.object({ tenant: z.guid().toLowerCase() }),
        body: tenantSubscriptionContext,
        response: { 200: tenantSubscriptionContext },
      },
    },
    ({ context, params, body }) => chooseContext(services, context, personOf(context).userId, params.tenant, body),
  );
};
