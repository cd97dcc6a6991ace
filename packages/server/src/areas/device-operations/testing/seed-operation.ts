import { randomUUID } from 'node:crypto';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import type { TestDatabase } from '../../../testing/test-database.ts';

/**
 * Inserts an operation of a package, and of each of its versions unless it is retired, as the owner of the tables, so
 * that row level security does not apply. Returns its id.
 */
export const seedOperation = async (
  database: TestDatabase,
  tenantId: string,
  operation: {
    readonly packageId: string;
    readonly name?: string;
    readonly operationId?: string;
    readonly frequencies?: readonly number[];
    readonly parameters?: readonly Partial<ParameterDefinition>[];
    readonly isRetired?: boolean;
  },
): Promise<string> => {
  const { packageId, operationId = randomUUID(), name = `Operation ${operationId}` } = operation;
  const { frequencies = [1, 2], parameters = [], isRetired = false } = operation;
  const defined = parameters.map((parameter) => ({
    Name: 'Parameter',
    Description: null,
    Required: false,
    Source: 'PortalEntry',
    DefaultValue: null,
    ...parameter,
  }));
  await database.asOwner(
    `insert into cfs.package_operations (tenant_id, operation_id, package_id, name, operation_type_id,
       operation_result_type_id, default_interval_seconds, frequency_definitions, parameter_definitions, is_retired,
       created, created_by, modified, modified_by)
     values ($1, $2, $3, $4, 6, 1, 300, $5, $6, $7, now(), 'test', now(), 'test')`,
    [tenantId, operationId, packageId, name, JSON.stringify(frequencies), JSON.stringify(defined), isRetired],
  );
  if (!isRetired)
    await database.asOwner(
      `insert into cfs.package_version_operations (tenant_id, package_version_id, name, operation_result_type_id,
         default_interval_seconds, frequency_definitions, parameter_definitions)
       select version.tenant_id, version.package_version_id, operation.name, operation.operation_result_type_id,
         operation.default_interval_seconds, operation.frequency_definitions, operation.parameter_definitions
       from cfs.package_operations operation join cfs.package_versions version using (package_id)
       where operation.operation_id = $1`,
      [operationId],
    );
  return operationId;
};
