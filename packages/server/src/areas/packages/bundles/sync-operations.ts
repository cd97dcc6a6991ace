import { randomUUID } from 'node:crypto';
import { operationFrequencies, operationResultTypes } from '@cfs/contracts/operation-enumerations';
import { operationTypeNumbers } from '@cfs/contracts/package-enumerations';
import type { PackageManifest } from '@cfs/contracts/package-manifest';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** An operation of a manifest; `operationId` is set if the id is the same in every installation. */
export type StatedOperation = PackageManifest['operations'][number] & { readonly operationId?: string };

/** A manifest with operations that may have fixed ids. */
export type StatedManifest = Omit<PackageManifest, 'operations'> & { readonly operations: StatedOperation[] };

/** The columns that may differ between versions. */
const definitionOf = (operation: StatedOperation) => ({
  operation_result_type_id: operationResultTypes[operation.resultType],
  default_interval_seconds: parseTimeSpan(operation.defaultInterval) ?? 0,
  frequency_definitions: JSON.stringify([
    ...new Set(operation.frequencies.map((frequency) => operationFrequencies[frequency])),
  ]),
  parameter_definitions: JSON.stringify(operation.parameters),
});

const columnsOf = (operation: StatedOperation) => ({
  description: operation.description ?? null,
  operation_type_id: operationTypeNumbers[operation.operationType],
  ...definitionOf(operation),
  is_retired: false,
});

/** Stores the operations of a new version, which apply to the devices for which it is desired. */
export const insertVersionOperations = async (
  db: ScopedDatabase,
  version: { readonly tenant_id: string; readonly package_version_id: string },
  operations: readonly StatedOperation[],
): Promise<void> => {
  if (operations.length === 0) return;
  const { tenant_id, package_version_id } = version;
  await db
    .insertInto('package_version_operations')
    .values(
      operations.map((operation) => ({
        tenant_id,
        package_version_id,
        name: operation.name,
        ...definitionOf(operation),
      })),
    )
    .execute();
};

/**
 * Updates the operations of a package to a manifest. An operation is identified by its name and keeps its id across
 * versions; operations that the manifest lacks are retired.
 */
export const syncOperations = async (
  db: ScopedDatabase,
  change: Change,
  owner: { readonly tenantId: string; readonly packageId: string },
  operations: readonly StatedOperation[],
): Promise<void> => {
  const rows = await db
    .selectFrom('package_operations')
    .selectAll()
    .where('tenant_id', '=', owner.tenantId)
    .where('package_id', '=', owner.packageId)
    .forUpdate()
    .execute();
  const stored = new Map(rows.map((row) => [row.name, row]));
  for (const operation of operations) {
    const row = stored.get(operation.name);
    if (row)
      await db
        .updateTable('package_operations')
        .set({ ...columnsOf(operation), ...change.modified(row) })
        .where('tenant_id', '=', owner.tenantId)
        .where('operation_id', '=', row.operation_id)
        .execute();
    else
      await db
        .insertInto('package_operations')
        .values({
          tenant_id: owner.tenantId,
          operation_id: operation.operationId ?? randomUUID(),
          package_id: owner.packageId,
          name: operation.name,
          ...columnsOf(operation),
          ...change.created(),
        })
        .execute();
  }
  const stated = new Set(operations.map(({ name }) => name));
  const retired = rows.filter((row) => !row.is_retired && !stated.has(row.name));
  for (const row of retired)
    await db
      .updateTable('package_operations')
      .set({ is_retired: true, ...change.modified(row) })
      .where('tenant_id', '=', owner.tenantId)
      .where('operation_id', '=', row.operation_id)
      .execute();
};
