import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import { operatingSystemRidsOf } from '@cfs/contracts/package-manifest';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { PackageRow } from '../lock-package.ts';
import { toPackage } from '../package-wire.ts';
import { syncOperations, type StatedManifest } from './sync-operations.ts';

/** The columns of a package that its manifest defines. */
export const statedColumns = (manifest: StatedManifest) => ({
  package_type_id: packageTypes[manifest.type],
  executable_name: manifest.executable?.name ?? null,
  executable_type_id: executableTypes[manifest.executable?.type ?? 'Executable'],
  operating_system_rids_id: operatingSystemRidsOf(manifest),
  parameter_definitions: JSON.stringify(manifest.parameters),
});

/**
 * Updates a package, which the transaction has locked, and its operations to the manifest of its defining version.
 * Description and address are kept if the manifest has none.
 */
export const applyManifest = async (
  db: ScopedDatabase,
  change: Change,
  row: PackageRow,
  manifest: StatedManifest,
): Promise<void> => {
  const { tenant_id: tenantId, package_id: packageId } = row;
  const stored = await db
    .updateTable('packages')
    .set({
      ...statedColumns(manifest),
      description: manifest.description ?? row.description,
      reference_url: manifest.referenceUrl ?? row.reference_url,
      ...change.modified(row),
    })
    .where('tenant_id', '=', tenantId)
    .where('package_id', '=', packageId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const [before, after] = [toPackage(row), toPackage(stored)];
  await change.record({ entity: 'Package', id: packageId, tenantId, before, after });
  await syncOperations(db, change, { tenantId, packageId }, manifest.operations);
};
