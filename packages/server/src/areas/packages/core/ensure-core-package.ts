import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { systemContext, systemTenantId } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { buildBundle } from '../bundles/build-bundle.ts';
import { fingerprintOf } from '../bundles/ed25519.ts';
import { recordVersion } from '../bundles/record-version.ts';
import { reserveContents } from '../bundles/reserve-contents.ts';
import { coreManifest } from './core-manifest.ts';
import { productKeyOf } from './product-key.ts';

const scope = { permission: 'Packages:create', shared: true } as const;

/**
 * Creates the Core package of the System tenant, or its new version after an update of the server. Its bundle is signed
 * with the key of this installation. Any number of processes may do this at the same time.
 */
export const ensureCorePackage = async ({
  gate,
  clock,
  keys,
  contents,
  configuration,
}: Pick<Services, 'gate' | 'clock' | 'keys' | 'contents' | 'configuration'>): Promise<void> => {
  const context = systemContext({ name: 'core package', clock, tenantId: 'all' });
  const stored = await gate.read(context, scope, (db) =>
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
  const { privateKey, publicKey } = productKeyOf(keys);
  const { manifestText, zip } = await buildBundle(coreManifest, [], privateKey);
  const bundle = await buffer(zip);
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  const size = bundle.length;
  await gate.write(context, scope, (db, change) =>
    reserveContents(db, change, systemTenantId, [{ sha256, size }], configuration.limits.packageBytesPerTenant),
  );
  await contents.put({ tenantId: systemTenantId, sha256, size, open: () => Readable.from([bundle]) });
  await gate.write(context, scope, async (db, change) => {
    await recordVersion(db, change, systemTenantId, {
      manifest: { ...coreManifest, files: [] },
      manifestText,
      keyFingerprint: fingerprintOf(publicKey),
      sha256,
      size,
      label: 'Built in',
    });
  });
};
