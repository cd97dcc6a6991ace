import { operationResultTypes } from '@cfs/contracts/operation-enumerations';
import { operationTypeNumbers } from '@cfs/contracts/package-enumerations';
import { defineEntity, type Edge } from '../../platform/odata/entity.ts';
import { timeSpanOf } from '../../platform/odata/expressions/time-span-sql.ts';
import { packageEntity } from './package-entity.ts';
import { packageReaders } from './package-readers.ts';

const packageEdge: Edge = {
  entity: () => packageEntity,
  kind: 'one',
  on: [{ local: 'package_id', foreign: 'package_id' }],
  permission: packageReaders,
  exposes: ['packageId', 'name', 'packageTypeId', 'operatingSystemRidsId'],
};

/** Operations of packages, of every tenant visible to the caller, and the shared ones. */
export const packageOperationEntity = defineEntity({
  name: 'Operation',
  description: 'Something that a package does on a device.',
  set: 'operations',
  table: 'package_operations',
  key: 'operationId',
  keyColumn: 'operation_id',
  permission: packageReaders,
  reach: 'visible',
  shared: true,
  properties: {
    operationId: { type: 'guid', sql: 'operation_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    packageId: { type: 'guid', sql: 'package_id' },
    name: { type: 'string', sql: 'name' },
    description: { type: 'string', sql: 'description', nullable: true },
    operationType: { type: 'int32', sql: 'operation_type_id', enumeration: operationTypeNumbers },
    operationResultTypeId: { type: 'int32', sql: 'operation_result_type_id', names: operationResultTypes },
    defaultInterval: { type: 'timeSpan', sql: timeSpanOf('default_interval_seconds'), filter: false, sort: false },
    frequencyDefinitions: {
      type: 'json',
      sql: 'frequency_definitions',
      description: 'The numbers of the frequencies that it allows: OnDemand 1, Recurring 2, OneTimeKeepAlive 3.',
      filter: false,
      sort: false,
    },
    parameterDefinitions: { type: 'json', sql: 'parameter_definitions', filter: false, sort: false },
    isRetired: {
      type: 'boolean',
      sql: 'is_retired',
      description: 'Whether the latest version of the package no longer has it.',
    },
    created: { type: 'dateTimeOffset', sql: 'created' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { package: packageEdge },
});
