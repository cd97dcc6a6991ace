import { packageCreateSchema, packageUpdateSchema } from '@cfs/contracts/packages';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { deletePackageVersion } from './delete-package-version.ts';
import type { PackageUse } from './describe-package-use.ts';
import { packageEntity } from './package-entity.ts';
import { packageOperationEntity } from './package-operation-entity.ts';
import { packageVersionEntity } from './package-version-entity.ts';
import { createPackage, deletePackage, updatePackage } from './write-packages.ts';

const params = z.object({ packageId: z.guid().toLowerCase() });
const versionParams = params.extend({ versionId: z.guid().toLowerCase() });
const gone = { response: { 204: z.null() } } as const;

/** The package catalogue: lists, create, update and deletions (docs/reference/packages.md#calls). */
export const packagesRoutes = (app: App, services: Services, use: PackageUse): void => {
  listRoute(app, services, packageEntity);
  listRoute(app, services, packageOperationEntity);
  listRoute(app, services, packageVersionEntity);

  app.put(
    '/v1/packages',
    {
      config: { permission: 'Packages:create', summary: 'Create a package', answers: { 201: packageEntity } },
      schema: { body: packageCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createPackage(services, context, body)),
  );

  app.post(
    '/v1/packages/:packageId',
    {
      config: { permission: 'Packages:edit', summary: 'Update a package', answers: { 200: packageEntity } },
      schema: { params, body: packageUpdateSchema },
    },
    ({ context, params: { packageId }, body }) => updatePackage(services, context, packageId, body),
  );

  app.delete(
    '/v1/packages/:packageId',
    {
      config: { permission: 'Packages:delete', summary: 'Delete a package that no device uses' },
      schema: { params, ...gone },
    },
    async ({ context, params: { packageId } }, reply) => {
      await deletePackage(services, use, context, packageId);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/v1/packages/:packageId/versions/:versionId',
    {
      config: { permission: 'Packages:delete', summary: 'Delete a version that no device uses, except the latest' },
      schema: { params: versionParams, ...gone },
    },
    async ({ context, params: { packageId, versionId } }, reply) => {
      await deletePackageVersion(services, context, { packageId, packageVersionId: versionId });
      return reply.code(204).send(null);
    },
  );
};
