import { createReadStream } from 'node:fs';
import type { UploadedVersions } from '@cfs/contracts/package-manifest';
import type { ContentStore } from '../../../platform/content-store/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import { findTrustedKeys } from '../publisher-keys/find-trusted-keys.ts';
import { checkBundle } from './check-bundle.ts';
import type { ReceivedUpload } from './receive-upload.ts';
import { expectNoOtherContent, recordVersion, type StoredBundle } from './record-version.ts';
import { reserveContents } from './reserve-contents.ts';

const scope = { permission: 'Packages:create', shared: true } as const;

/**
 * Checks the bundles of an upload, stores them, and records their versions in one transaction: all or none. Bundles
 * stored by a failed upload are removed later.
 *
 * @throws 400 for a refused bundle, 404 or 403 for a tenant without the permission, 409 for an existing version with
 * other bytes, 413 for a tenant above its quota.
 */
export const uploadBundles = async (
  { gate, configuration }: Pick<Services, 'gate' | 'configuration'>,
  store: ContentStore,
  context: Context,
  upload: ReceivedUpload,
): Promise<UploadedVersions> => {
  const { tenantId, keys } = await gate.read(context, scope, async (db) => {
    const owner = await ownerTenant(db, context, 'Packages:create', upload.tenantId);
    return { tenantId: owner, keys: await findTrustedKeys(db, owner) };
  });
  const bundles: (StoredBundle & { readonly path: string })[] = [];
  for (const { path, sha256, size } of upload.bundles)
    bundles.push({ ...(await checkBundle(path, keys)), path, sha256, size, label: upload.label });

  await gate.read(context, scope, async (db) => {
    for (const bundle of bundles) await expectNoOtherContent(db, tenantId, bundle);
  });
  await gate.write(context, scope, (db, change) =>
    reserveContents(db, change, tenantId, bundles, configuration.limits.packageBytesPerTenant),
  );
  for (const { path, sha256, size } of bundles)
    await store.put({ tenantId, sha256, size, open: () => createReadStream(path) });
  return gate.write(context, scope, async (db, change) => {
    const value: UploadedVersions['value'] = [];
    for (const bundle of bundles) value.push(await recordVersion(db, change, tenantId, bundle));
    return { value };
  });
};
