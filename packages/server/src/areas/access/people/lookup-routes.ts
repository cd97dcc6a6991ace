import { z } from 'zod';
import { subscriptionLookup, tenantLookup, tenantLookupQuery } from '@cfs/contracts/access';
import { reaches } from '../../../platform/access/reach.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * The pickers of tenants and subscriptions: the enabled ones that any grant of the caller covers, by name. Tenants can
 * be restricted to those in which the caller holds a given permission.
 */
export const lookupRoutes = (app: App, { snapshot }: Services): void => {
  const signedIn = { permission: 'signed-in' } as const;

  app.get(
    '/api/generalLookup/tenants',
    {
      config: { ...signedIn, summary: 'Tenants to choose from' },
      schema: { querystring: tenantLookupQuery, response: { 200: z.array(tenantLookup) } },
    },
    async ({ context, query: { permission } }) => {
      const { tenantsByName } = await snapshot.current();
      return tenantsByName.filter((tenant) => tenant.enabled && reaches(context, tenant.tenantId, permission));
    },
  );

  app.get(
    '/api/generalLookup/subscriptions',
    {
      config: { ...signedIn, summary: 'Subscriptions to choose from' },
      schema: { response: { 200: z.array(subscriptionLookup) } },
    },
    async ({ context }) => {
      const { subscriptions, tenants } = await snapshot.current();
      return [...subscriptions.values()].filter(
        ({ tenantId }) => tenants.get(tenantId)?.enabled === true && reaches(context, tenantId),
      );
    },
  );
};
