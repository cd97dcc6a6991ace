import { randomUUID } from 'node:crypto';
import { nameOf } from '@cfs/contracts/name-of';
import { packageTypes, packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import type { UploadedVersions } from '@cfs/contracts/package-manifest';
import { parseSemanticVersion, type SemanticVersion } from '@cfs/contracts/semantic-version';
import type { Selectable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';
import { conflict } from '../../../platform/problems.ts';
import { findPackageByName } from '../find-package-by-name.ts';
import type { PackageRow } from '../lock-package.ts';
import type { PackageVersionTable } from '../package-tables.ts';
import { packageVersionEntity } from '../package-version-entity.ts';
import { toPackage } from '../package-wire.ts';
import { applyManifest, statedColumns } from './apply-manifest.ts';
import { insertVersionOperations, syncOperations, type StatedManifest } from './sync-operations.ts';

/** A bundle in the content store. */
export interface StoredBundle {
  readonly manifest: StatedManifest;
  readonly manifestText: string;
  readonly keyFingerprint: string;
  readonly sha256: string;
  readonly size: number;
  readonly label: string;
}

type UploadedVersion = UploadedVersions['value'][number];

/** Returns the package with the manifest's name, created if it is new, and locks it until the transaction ends. */
const lockOrCreatePackage = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  bundle: StoredBundle,
): Promise<{ readonly software: PackageRow; readonly isCreated: boolean }> => {
  const { manifest } = bundle;
  const created = await db
    .insertInto('packages')
    .values({
      tenant_id: tenantId,
      package_id: randomUUID(),
      name: manifest.name,
      description: manifest.description ?? null,
      reference_url: manifest.referenceUrl ?? null,
      ...statedColumns(manifest),
      ...change.created(),
    })
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) {
    await change.record({ entity: 'Package', id: created.package_id, tenantId, after: toPackage(created) });
    return { software: created, isCreated: true };
  }
  const found = await findPackageByName(db, tenantId, manifest.name, 'hold');
  if (!found) throw conflict('The package was deleted at the same time. Try again.');
  expectType(found, bundle);
  return { software: found, isCreated: false };
};

type VersionRow = Selectable<PackageVersionTable>;

/**
 * Returns the stored version with the same precedence, if any.
 *
 * @throws 409 if its bytes differ.
 */
const findSameVersion = async (
  db: ScopedDatabase,
  software: PackageRow,
  bundle: StoredBundle,
): Promise<VersionRow | undefined> => {
  const existing = await db
    .selectFrom('package_versions')
    .selectAll()
    .where('tenant_id', '=', software.tenant_id)
    .where('package_id', '=', software.package_id)
    .where('precedence', '=', semanticOf(bundle).precedence)
    .executeTakeFirst();
  if (existing && existing.sha256 !== bundle.sha256)
    throw conflict(
      `Version ${existing.version} of ${software.name} already exists with different content. Upload a higher version.`,
    );
  return existing;
};

const semanticOf = ({ manifest: { version } }: StoredBundle): SemanticVersion => {
  const semantic = parseSemanticVersion(version);
  if (!semantic) throw new TypeError(`${version} is not a version.`);
  return semantic;
};

const expectType = (software: PackageRow, { manifest }: StoredBundle): void => {
  if (software.package_type_id !== packageTypes[manifest.type])
    throw conflict(
      `The package ${software.name} is a ${nameOf(packageTypes, software.package_type_id)}, its bundle states ${manifest.type}.`,
    );
};

/**
 * Checks before a bundle is stored whether {@link recordVersion} would refuse it.
 *
 * @throws 409 for the same version with other bytes, and for a bundle of another package type.
 */
export const expectNoOtherContent = async (
  db: ScopedDatabase,
  tenantId: string,
  bundle: StoredBundle,
): Promise<void> => {
  const software = await findPackageByName(db, tenantId, bundle.manifest.name);
  if (!software) return;
  expectType(software, bundle);
  await findSameVersion(db, software, bundle);
};

/** The position of a new version among the versions of its package, which the transaction has locked. */
interface Placement {
  /** A number of `packageVersionStatuses`. */
  readonly status: number;
  /**
   * Whether this version defines the package: it is the latest release, or the highest version while there is no
   * release.
   */
  readonly isDefining: boolean;
}

const placeVersion = async (
  db: ScopedDatabase,
  software: PackageRow,
  { isPreRelease, precedence }: SemanticVersion,
): Promise<Placement> => {
  const { Latest, Archived, PreRelease } = packageVersionStatuses;
  const versions = await db
    .selectFrom('package_versions')
    .select(['precedence', 'package_version_status_id as status'])
    .where('tenant_id', '=', software.tenant_id)
    .where('package_id', '=', software.package_id)
    .execute();
  const releases = versions.filter(({ status }) => status !== PreRelease);
  const isHighestOf = (others: typeof versions): boolean => others.every((other) => other.precedence < precedence);
  if (isPreRelease) return { status: PreRelease, isDefining: releases.length === 0 && isHighestOf(versions) };
  const isLatest = isHighestOf(releases);
  return { status: isLatest ? Latest : Archived, isDefining: isLatest };
};

const archiveLatest = async (db: ScopedDatabase, change: Change, software: PackageRow): Promise<void> => {
  const { Latest, Archived } = packageVersionStatuses;
  const row = await db
    .updateTable('package_versions')
    .set({ package_version_status_id: Archived })
    .where('tenant_id', '=', software.tenant_id)
    .where('package_id', '=', software.package_id)
    .where('package_version_status_id', '=', Latest)
    .returning('package_version_id')
    .executeTakeFirst();
  if (!row) return;
  await change.record({
    entity: 'PackageVersion',
    id: row.package_version_id,
    tenantId: software.tenant_id,
    before: { packageVersionStatusId: nameOf(packageVersionStatuses, Latest) },
    after: { packageVersionStatusId: nameOf(packageVersionStatuses, Archived) },
  });
};

/**
 * Records a version whose bundle is in the content store, in the caller's transaction: creates its package if it is
 * new, archives the former latest version if this one is higher, and updates the package to its defining version.
 * Idempotent for the same version with the same bytes.
 *
 * @throws 409 for the same version with other bytes, and for a bundle of another package type.
 */
export const recordVersion = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  bundle: StoredBundle,
): Promise<UploadedVersion> => {
  const { software, isCreated } = await lockOrCreatePackage(db, change, tenantId, bundle);
  const answer = (row: VersionRow, isNew: boolean): UploadedVersion => ({
    packageId: row.package_id,
    packageName: software.name,
    packageVersionId: row.package_version_id,
    version: row.version,
    packageVersionStatusId: nameOf(packageVersionStatuses, row.package_version_status_id),
    isNew,
  });

  const existing = await findSameVersion(db, software, bundle);
  if (existing) return answer(existing, false);
  const semantic = semanticOf(bundle);
  const { status, isDefining } = await placeVersion(db, software, semantic);
  if (status === packageVersionStatuses.Latest) await archiveLatest(db, change, software);
  const row = await db
    .insertInto('package_versions')
    .values({
      tenant_id: tenantId,
      package_version_id: randomUUID(),
      package_id: software.package_id,
      version: bundle.manifest.version,
      precedence: semantic.precedence,
      label: bundle.label,
      package_version_status_id: status,
      sha256: bundle.sha256,
      size: bundle.size,
      manifest: bundle.manifestText,
      key_fingerprint: bundle.keyFingerprint,
      ...change.createdOnce(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertVersionOperations(db, row, bundle.manifest.operations);
  await change.record({
    entity: 'PackageVersion',
    id: row.package_version_id,
    tenantId,
    after: toWire(packageVersionEntity, row),
  });
  if (isDefining) {
    const { manifest } = bundle;
    if (isCreated) await syncOperations(db, change, { tenantId, packageId: software.package_id }, manifest.operations);
    else await applyManifest(db, change, software, manifest);
  }
  return answer(row, true);
};
