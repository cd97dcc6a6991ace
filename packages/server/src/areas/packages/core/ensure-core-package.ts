import { systemContext, systemTenantId } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { publishBundle } from '../bundles/publish-bundle.ts';
import { coreManifest } from './core-manifest.ts';
import { productKeyOf } from './product-key.ts';

const scope = { permission: 'Packages:create', shared: true } as const;

/**
 * Creates the Core package of the System tenant, or its new version after an update of the server. Its bundle is signed
 * with the key of this installation. Safe to run in any number of processes concurrently.
 */
export const ensureCorePackage = async (
  services: Pick<Services, 'gate' | 'clock' | 'keys' | 'contents' | 'configuration'>,
): Promise<void> => {
  const context = systemContext({ name: 'core package', clock: services.clock, tenantId: 'all' });
  const stored = await services.gate.read(context, scope, (db) =>
    db
      .selectFrom('package_versions')
      .innerJoin('packages', 'packages.package_id', 'package_versions.package_id')
      .select('package_versions.package_version_id')
      .where('packages.tenant_id', '=', systemTenantId)
      .where('packages.name', '=', coreManifest.name)
      .where('package_versions.version', '=', coreManifest.version)
      .executeTakeFirst(),
  );
  if (stored) return;
  await publishBundle(services, context, systemTenantId, {
    manifest: { ...coreManifest, files: [] },
    files: [],
    label: 'Built in',
    ...productKeyOf(services.keys),
  });
};
