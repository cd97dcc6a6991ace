import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { nameOf } from '@cfs/contracts/name-of';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';

/** An operation as assignments need it. */
export interface OperationDefinition {
  readonly operationId: string;
  readonly name: string;
  readonly packageId: string;
  readonly packageName: string;
  /** Sum of operating systems; 0 is any. */
  readonly operatingSystems: number;
  readonly frequencies: readonly number[];
  readonly parameters: readonly ParameterDefinition[];
  readonly isRetired: boolean;
}

/** The operations of these ids that the tenant or the System tenant has, by id. */
export const findOperations = async (
  db: ScopedDatabase,
  tenantId: string,
  operationIds: readonly string[],
): Promise<ReadonlyMap<string, OperationDefinition>> => {
  if (operationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('package_operations as operation')
    .innerJoin('packages', 'packages.package_id', 'operation.package_id')
    .select(['operation.operation_id', 'operation.name', 'operation.package_id', 'packages.name as package_name'])
    .select(['packages.operating_system_rids_id', 'operation.frequency_definitions'])
    .select(['operation.parameter_definitions', 'operation.is_retired'])
    .where((row) => row('operation.operation_id', '=', row.fn.any(row.val([...operationIds]))))
    .where('operation.tenant_id', 'in', [tenantId, systemTenantId])
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
        isRetired: row.is_retired,
      },
    ]),
  );
};

/** Whether an operation runs on an operating system; an unknown one excludes nothing. */
export const runsOn = (operation: Pick<OperationDefinition, 'operatingSystems'>, operatingSystemId: number): boolean =>
  operation.operatingSystems === 0 ||
  operatingSystemId === operatingSystems.Unknown ||
  (operation.operatingSystems & operatingSystemId) !== 0;

/**
 * The operation that a device is to get.
 *
 * @throws 400 when the tenant has no operation with the id, or it does not run on the device's operating system.
 */
export const expectOperation = async (
  db: ScopedDatabase,
  device: { readonly tenant_id: string; readonly operating_system_id: number },
  operationId: string,
): Promise<OperationDefinition> => {
  const operation = (await findOperations(db, device.tenant_id, [operationId])).get(operationId);
  if (!operation || operation.isRetired) throw invalid({ OperationId: ['The operation was not found.'] });
  if (!runsOn(operation, device.operating_system_id)) {
    const system = nameOf(operatingSystems, device.operating_system_id);
    throw invalid({ OperationId: [`The operation ${operation.name} does not run on ${system}.`] });
  }
  return operation;
};

/** @throws 400 for a frequency that the operation does not allow. */
export const expectFrequency = ({ frequencies }: OperationDefinition, frequency: number): void => {
  if (frequencies.includes(frequency)) return;
  const allowed = frequencies.map((each) => nameOf(operationFrequencies, each)).join(', ');
  throw invalid({ FrequencyTypeId: [`The operation allows ${allowed} alone.`] });
};
