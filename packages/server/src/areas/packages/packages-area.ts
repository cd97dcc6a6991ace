import type { Area } from '../../platform/services.ts';
import { bundleRoutes } from './bundles/bundle-routes.ts';
import { removeUnusedContents } from './bundles/remove-unused-contents.ts';
import type { PackageUse } from './describe-package-use.ts';
import { packageEntity } from './package-entity.ts';
import { packageOperationEntity } from './package-operation-entity.ts';
import { packageVersionEntity } from './package-version-entity.ts';
import { packagesRoutes } from './packages-routes.ts';
import { publisherKeyEntity } from './publisher-keys/publisher-key-entity.ts';
import { publisherKeysRoutes } from './publisher-keys/publisher-keys-routes.ts';

/** Packages with their operations and versions, and their installations on devices. */
export const createPackagesArea = (use: PackageUse): Area => ({
  name: 'packages',
  entities: [packageEntity, packageOperationEntity, packageVersionEntity, publisherKeyEntity],
  tables: {
    packages: ['Package'],
    package_operations: ['Package', 'PackageVersion'],
    package_versions: ['PackageVersion'],
    package_version_operations: { exempt: 'part of another' },
    package_contents: { exempt: 'internal' },
    package_installations: ['PackageInstallation'],
    publisher_keys: ['PublisherKey'],
  },
  routes: (app, services) => {
    packagesRoutes(app, services, use);
    bundleRoutes(app, services);
    publisherKeysRoutes(app, services);
  },
  tasks: {
    'remove unused bundles': {
      pauseMilliseconds: 3_600_000,
      run: (services) => removeUnusedContents(services, services.contents),
    },
  },
});
