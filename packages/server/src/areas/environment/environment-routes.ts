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
import {
  features,
  findFeature,
  featureNames,
  mailInFeature,
  outboxFeature,
  type FeatureName,
} from '@cfs/contracts/features';
import { agentChecksumsFile, agentFilesPath } from '@cfs/contracts/agent-downloads';
import { reaches } from '../../platform/access/reach.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { notFound } from '../../platform/problems.ts';
import { sendFile } from '../../platform/http/send-content.ts';
import { productVersion } from '../../platform/product-version.ts';
import type { Services } from '../../platform/services.ts';
import { createAgentFiles } from './agent-files.ts';
import { timeZonesAt } from './time-zones.ts';

/** Full content, a range, or not modified. */
const fileAnswers = { 200: 'application/octet-stream', 206: 'application/octet-stream', 304: z.undefined() } as const;

/** Settings of the environment that the portal reads (docs/reference/shell.md#environment). */
export const environmentRoutes = (app: App, { configuration, snapshot, clock, identity }: Services): void => {
  const agentFiles = createAgentFiles(configuration.agentDirectory);
  const anonymous = { permission: 'anonymous' } as const;
  const signedIn = { permission: 'signed-in' } as const;
  const showsOutbox = !configuration.production && configuration.smtpUrl === undefined;
  const isEnabled = (name: FeatureName): boolean =>
    configuration.features.has(name) ||
    (showsOutbox && name === outboxFeature) ||
    (configuration.mailIn !== undefined && name === mailInFeature);

  app.get(
    '/api/generalLookup/oidcclientconfig',
    {
      config: { ...anonymous, summary: 'The identity provider and the client for the sign-in' },
      schema: { response: { 200: oidcClientConfiguration } },
    },
    () => ({
      authority: identity.issuer,
      clientId: identity.clientId,
      lifetime: configuration.sessionLifetime,
      scope: configuration.scope,
    }),
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
      schema: { params: z.object({ tenantId: z.guid().toLowerCase() }), response: { 200: tenantSettings } },
    },
    async (request) => {
      const { tenantId } = request.params;
      const tenant = (await snapshot.current()).tenants.get(tenantId);
      if (!tenant || !reaches(request.context, tenantId)) throw notFound('Tenant');
      const stated = tenant.agentDownloadUrl ?? configuration.agentDownloadUrl;
      if (stated !== undefined) return { agentDownloadUrl: stated, agentFiles: null };
      const files = await agentFiles.list();
      if (files.length === 0) return { agentDownloadUrl: null, agentFiles: null };
      const origin = configuration.publicOrigin ?? `${request.protocol}://${request.host}`;
      return { agentDownloadUrl: new URL(agentFilesPath, origin).href, agentFiles: files };
    },
  );

  app.get(
    `${agentFilesPath}:file`,
    {
      exposeHeadRoute: false,
      config: { ...anonymous, summary: 'Download a file of the agent, or a range of it', answers: fileAnswers },
      schema: { params: z.object({ file: z.string() }) },
    },
    async (request, reply) => {
      const { file } = request.params;
      if (file === agentChecksumsFile) {
        const lines = (await agentFiles.list()).map(({ file: name, sha256 }) => `${sha256}  ${name}\n`);
        const text = ['# Verify with: sha256sum --ignore-missing -c\n', ...lines].join('');
        return reply.type('application/octet-stream').send(text);
      }
      const found = await agentFiles.find(file);
      if (!found) throw notFound('Agent file');
      const { size, sha256 } = found;
      const download = { size, sha256, fileName: file, mediaType: 'application/octet-stream' };
      return sendFile(request, reply, download, async (range) => agentFiles.open(file, range));
    },
  );
};
