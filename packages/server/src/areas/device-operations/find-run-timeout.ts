import { runLimits } from '@cfs/contracts/operation-enumerations';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { DeviceOperationRow } from './lock-device-operation.ts';
import type { PackageProgramsReader } from './package-programs.ts';

/** Seconds after which the agent ends a run: from the assignment, or else from its package, or else the default. */
export const findRunTimeout = async (
  db: ScopedDatabase,
  readPrograms: PackageProgramsReader,
  row: DeviceOperationRow,
): Promise<number> => {
  if (row.timeout_seconds !== null) return row.timeout_seconds;
  const installed = await db
    .selectFrom('package_operations as operation')
    .innerJoin('package_installations as installation', 'installation.package_id', 'operation.package_id')
    .select(['operation.name', 'installation.desired_version_id'])
    .where('operation.operation_id', '=', row.operation_id)
    .where('installation.tenant_id', '=', row.tenant_id)
    .where('installation.device_id', '=', row.device_id)
    .executeTakeFirst();
  const versionId = installed?.desired_version_id;
  const programs = versionId ? (await readPrograms(db, [versionId])).get(versionId) : undefined;
  return programs?.get(installed?.name ?? '')?.timeoutSeconds ?? runLimits.defaultTimeoutSeconds;
};
