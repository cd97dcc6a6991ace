import { z } from 'zod';
import {
  environmentColorInfo,
  environmentInfo,
  licenseInfo,
  oidcClientConfiguration,
  tenantSettings,
  timeZoneLookup,
  versionInfo,
} from '@cfs/contracts/environment';
import { features, findFeature, featureNames, outboxFeature, type FeatureName } from '@cfs/contracts/features';
import { reaches } from '../../platform/access/reach.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { notFound } from '../../platform/problems.ts';
import { productVersion } from '../../platform/product-version.ts';
import type { Services } from '../../platform/services.ts';
import { timeZonesAt } from './time-zones.ts';

/** What the portal asks about the place it runs in (docs/reference/shell.md#environment). */
export const environmentRoutes = (app: App, { configuration, snapshot, clock, identity }: Services): void => {
  const anonymous = { permission: 'anonymous' } as const;
  const signedIn = { permission: 'signed-in' } as const;
  const showsOutbox = !configuration.production && configuration.smtpUrl === undefined;
  const isEnabled = (name: FeatureName): boolean =>
    configuration.features.has(name) || (showsOutbox && name === outboxFeature);

  app.get(
    '/api/generalLookup/oidcclientconfig',
    {
      config: { ...anonymous, summary: 'Where and as which client to sign in' },
      schema: { response: { 200: oidcClientConfiguration } },
    },
    () => ({ authority: identity.issuer, clientId: identity.clientId, lifetime: configuration.sessionLifetime }),
  );

  app.get(
    '/api/generalLookup/environment',
    {
      config: {
        ...anonymous,
        summary: 'Names of the product, the company and the environment, and the features of the portal',
      },
      schema: { response: { 200: environmentInfo } },
    },
    () => ({
      environmentName: configuration.environmentName,
      company: configuration.companyName,
      product: configuration.productName,
      features: featureNames.filter((name) => features[name].isShown && isEnabled(name)),
    }),
  );

  app.get(
    '/api/generalLookup/environmentcolor',
    {
      config: { ...anonymous, summary: 'The colour that marks the environment' },
      schema: { response: { 200: environmentColorInfo } },
    },
    () => ({ environmentColor: configuration.environmentColor }),
  );

  app.get(
    '/v1/features/:name/enabled',
    {
      config: { ...anonymous, summary: 'Whether a feature is switched on' },
      schema: { params: z.object({ name: z.string() }), response: { 200: z.boolean() } },
    },
    ({ params }) => {
      const name = findFeature(params.name);
      return name !== undefined && isEnabled(name);
    },
  );

  app.get(
    '/api/generalLookup/version',
    { config: { ...signedIn, summary: 'The version of the product' }, schema: { response: { 200: versionInfo } } },
    () => ({
      version: productVersion,
    }),
  );

  app.get(
    '/api/generalLookup/license',
    { config: { ...signedIn, summary: 'When the licence ends' }, schema: { response: { 200: licenseInfo } } },
    () => ({
      licenseExpiration: configuration.licenseExpiration,
    }),
  );

  app.get(
    '/api/generalLookup/timezones',
    {
      config: { ...signedIn, summary: 'Time zones to choose from' },
      schema: { response: { 200: z.array(timeZoneLookup) } },
    },
    () => timeZonesAt(clock.now()),
  );

  app.get(
    '/api/:tenantId/settings',
    {
      config: { ...signedIn, summary: 'Settings of a tenant that its people need' },
      schema: { params: z.object({ tenantId: z.guid() }), response: { 200: tenantSettings } },
    },
    async (request) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const tenant = (await snapshot.current()).tenants.get(tenantId);
      if (!tenant || !reaches(request.context, tenantId)) throw notFound('Tenant');
      return { agentDownloadUrl: tenant.agentDownloadUrl ?? configuration.agentDownloadUrl ?? null };
    },
  );
};
