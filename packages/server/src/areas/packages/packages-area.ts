import type { Area } from '../../platform/services.ts';
import type { PackageUse } from './describe-package-use.ts';
import { packageEntity } from './package-entity.ts';
import { packageOperationEntity } from './package-operation-entity.ts';
import { packageVersionEntity } from './package-version-entity.ts';
import { packagesRoutes } from './packages-routes.ts';

/** Packages with their operations and versions, and what devices have of them. */
export const createPackagesArea = (use: PackageUse): Area => ({
  name: 'packages',
  entities: [packageEntity, packageOperationEntity, packageVersionEntity],
  tables: {
    packages: ['Package'],
    package_operations: ['Package', 'PackageVersion'],
    package_versions: ['PackageVersion'],
    package_contents: { exempt: 'internal' },
    package_installations: ['PackageInstallation'],
    publisher_keys: ['PublisherKey'],
  },
  routes: (app, services) => packagesRoutes(app, services, use),
});
