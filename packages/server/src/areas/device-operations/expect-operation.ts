import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { nameOf } from '@cfs/contracts/name-of';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import { sql } from 'kysely';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';
import { builtInOperationIds } from './built-in-kind.ts';

/** An operation as the version defines it that is desired for the device. */
export interface OperationDefinition {
  readonly operationId: string;
  readonly name: string;
  readonly packageId: string;
  readonly packageName: string;
  /** Bit set of operating systems; 0 means any. */
  readonly operatingSystems: number;
  readonly frequencies: readonly number[];
  readonly parameters: readonly ParameterDefinition[];
  /** Whether that version lacks the operation. */
  readonly isMissing: boolean;
}

/**
 * Whether an operation is missing from the version that is desired for the device, or from the latest version if none
 * is desired. Built-in operations do not depend on the desired version. Needs the aliases `operation`, `installation`
 * and `stated` in the query.
 */
export const isMissingSql = sql<boolean>`(case
  when installation.desired_version_id is null or operation.operation_id = any (${builtInOperationIds}::uuid[])
    then operation.is_retired
  else stated.name is null end)`;

/** The device to which operations are assigned. */
interface OperatedDevice {
  readonly tenant_id: string;
  readonly device_id: string;
}

/**
 * The operations with these ids of the tenant or the System tenant, by id. Frequencies and parameters are those of the
 * version that is desired for the device, or else of the latest one.
 */
export const findOperations = async (
  db: ScopedDatabase,
  device: OperatedDevice,
  operationIds: readonly string[],
): Promise<ReadonlyMap<string, OperationDefinition>> => {
  if (operationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('package_operations as operation')
    .innerJoin('packages', 'packages.package_id', 'operation.package_id')
    .leftJoin('package_installations as installation', (join) =>
      join
        .onRef('installation.package_id', '=', 'operation.package_id')
        .on('installation.tenant_id', '=', device.tenant_id)
        .on('installation.device_id', '=', device.device_id),
    )
    .leftJoin('package_version_operations as stated', (join) =>
      join
        .onRef('stated.package_version_id', '=', 'installation.desired_version_id')
        .onRef('stated.name', '=', 'operation.name'),
    )
    .select(['operation.operation_id', 'operation.name', 'operation.package_id', 'packages.name as package_name'])
    .select('packages.operating_system_rids_id')
    .select((row) => [
      row.fn.coalesce('stated.frequency_definitions', 'operation.frequency_definitions').as('frequency_definitions'),
      row.fn.coalesce('stated.parameter_definitions', 'operation.parameter_definitions').as('parameter_definitions'),
    ])
    .select(isMissingSql.as('is_missing'))
    .where((row) => row('operation.operation_id', '=', row.fn.any(row.val([...operationIds]))))
    .where('operation.tenant_id', 'in', [device.tenant_id, systemTenantId])
    .execute();
  return new Map(
    rows.map((row) => [
      row.operation_id,
      {
        operationId: row.operation_id,
        name: row.name,
        packageId: row.package_id,
        packageName: row.package_name,
        operatingSystems: row.operating_system_rids_id,
        frequencies: JSON.parse(row.frequency_definitions) as number[],
        parameters: JSON.parse(row.parameter_definitions) as ParameterDefinition[],
        isMissing: row.is_missing,
      },
    ]),
  );
};

/** Whether an operation runs on an operating system. An unknown operating system matches every operation. */
export const runsOn = (operation: Pick<OperationDefinition, 'operatingSystems'>, operatingSystemId: number): boolean =>
  operation.operatingSystems === 0 ||
  operatingSystemId === operatingSystems.Unknown ||
  (operation.operatingSystems & operatingSystemId) !== 0;

/**
 * Returns the operation that is to be assigned to a device.
 *
 * @throws 400 if the tenant has no operation with the id, the version that is desired for the device lacks it, or it
 * does not run on the device's operating system.
 */
export const expectOperation = async (
  db: ScopedDatabase,
  device: OperatedDevice & { readonly operating_system_id: number },
  operationId: string,
): Promise<OperationDefinition> => {
  const operation = (await findOperations(db, device, [operationId])).get(operationId);
  if (!operation) throw invalid({ OperationId: ['The operation was not found.'] });
  const { name, packageName } = operation;
  if (operation.isMissing)
    throw invalid({
      OperationId: [`The version of ${packageName} for this device does not have the operation ${name}.`],
    });
  if (!runsOn(operation, device.operating_system_id)) {
    const system = nameOf(operatingSystems, device.operating_system_id);
    throw invalid({ OperationId: [`The operation ${name} does not run on ${system}.`] });
  }
  return operation;
};

/** @throws 400 for a frequency that the operation does not allow. */
export const expectFrequency = ({ frequencies }: OperationDefinition, frequency: number): void => {
  if (frequencies.includes(frequency)) return;
  const allowed = frequencies.map((each) => nameOf(operationFrequencies, each)).join(', ');
  throw invalid({ FrequencyTypeId: [`The operation allows only ${allowed}.`] });
};
