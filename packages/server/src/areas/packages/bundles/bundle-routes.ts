import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { bundleLimits, uploadedVersionsSchema } from '@cfs/contracts/package-manifest';
import { packageLimits } from '@cfs/contracts/packages';
import { z } from 'zod';
import { systemContext } from '../../../platform/context.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { sendContent } from '../../../platform/http/send-content.ts';
import { createSlots } from '../../../platform/limits/slots.ts';
import { badRequest } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { findBundle } from './find-bundle.ts';
import { fieldsOfUpload, receiveUpload } from './receive-upload.ts';
import { uploadBundles } from './upload-bundles.ts';

/**
 * Maximum number of uploads that one process handles concurrently. The limit per tenant is lower than the total, so
 * that no tenant can occupy every slot.
 */
const uploadsAtOnce = { ofTenant: 2, ofAll: 3 } as const;
const refusal = { detail: 'Too many bundles are being uploaded. Please try again.', retryAfterSeconds: 10 } as const;

const uploadSchema = z.object({ label: z.string(), tenantId: z.string(), 'file-0': z.string() });
const params = z.object({ packageVersionId: z.guid().toLowerCase() });
const versionParams = z.object({ packageId: z.guid().toLowerCase(), versionId: z.guid().toLowerCase() });
/** Full content, a range, or not modified. */
const downloads = { 200: 'application/zip', 206: 'application/zip', 304: z.undefined() } as const;
const viewScope = { permission: 'Packages:view', shared: true } as const;

/** Upload and download of bundles. */
export const bundleRoutes = (app: App, services: Services): void => {
  const inSlot = createSlots(uploadsAtOnce, refusal);

  app.register(async (scope: App) => {
    await scope.register(multipart, {
      limits: {
        fileSize: bundleLimits.bundleBytes,
        files: bundleLimits.bundlesOfUpload,
        fields: fieldsOfUpload,
        fieldSize: packageLimits.labelLength * 8,
        headerPairs: 20,
      },
    });
    scope.post(
      '/v1/packages/upload',
      {
        config: {
          permission: 'Packages:create',
          summary: 'Upload signed bundles: a new version of their packages',
          streamsBody: true,
          takes: { 'multipart/form-data': uploadSchema },
        },
        schema: { response: { 200: uploadedVersionsSchema } },
      },
      async (request) => {
        if (!request.isMultipart()) throw badRequest('The body must be multipart/form-data.');
        return inSlot(request.context, async () => {
          const directory = join(services.configuration.dataDirectory, 'uploads');
          await using upload = await receiveUpload(request.parts(), directory);
          return await uploadBundles(services, services.contents, request.context, upload);
        });
      },
    );
  });

  app.get(
    '/v1/packages/:packageId/versions/:versionId/bundle',
    {
      exposeHeadRoute: false,
      config: {
        permission: 'Packages:view',
        summary: 'Download the bundle of a version, or a range of it',
        answers: downloads,
      },
      schema: { params: versionParams },
    },
    async (request, reply) => {
      const bundle = await findBundle(services, request.context, viewScope, request.params.versionId);
      return sendContent(services.contents, request, reply, bundle);
    },
  );

  app.get(
    '/v1/agents/packages/:packageVersionId',
    {
      exposeHeadRoute: false,
      config: {
        permission: { machine: 'agent' },
        summary: 'Download the bundle of a version to install, or a range of it',
        answers: downloads,
      },
      schema: { params },
    },
    async (request, reply) => {
      const { tenantId } = request.context;
      const context = systemContext({ name: 'agent download', clock: services.clock, tenantId });
      const bundle = await findBundle(services, context, viewScope, request.params.packageVersionId);
      return sendContent(services.contents, request, reply, bundle);
    },
  );
};
