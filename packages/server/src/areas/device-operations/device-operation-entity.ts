import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { timeSpanOf } from '../../platform/odata/expressions/time-span-sql.ts';
import { packageOperationEntity } from '../packages/package-operation-entity.ts';
import { packetEntity, packetReaders } from '../packets/packet-entity.ts';

type Definition = 'frequency_definitions' | 'parameter_definitions';

/** SQL of a definition column: from the version that is desired for the device, or else from the latest version. */
const definitionOf =
  (column: Definition) =>
  (alias: string): string =>
    `(select coalesce(stated.${column}, operation.${column}) from package_operations operation
      left join package_installations installation on installation.package_id = operation.package_id
        and installation.tenant_id = ${alias}.tenant_id and installation.device_id = ${alias}.device_id
      left join package_version_operations stated on stated.name = operation.name
        and stated.package_version_id = installation.desired_version_id
      where operation.operation_id = ${alias}.operation_id)`;

/** Operations of the devices of the request's tenant. */
export const deviceOperationEntity = defineEntity({
  name: 'DeviceOperation',
  description: 'An operation that is assigned to a device.',
  set: 'deviceOperations',
  table: 'device_operations',
  key: 'deviceOperationId',
  keyColumn: 'device_operation_id',
  permission: 'Devices:view',
  reach: 'context',
  defaultOrder: [{ property: 'label' }],
  properties: {
    deviceOperationId: { type: 'guid', sql: 'device_operation_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    deviceId: { type: 'guid', sql: 'device_id', sort: false },
    operationId: { type: 'guid', sql: 'operation_id', nullable: true, sort: false },
    label: {
      type: 'string',
      sql: 'label',
      search: true,
      sort: { oneTenant: 'device_operations_label', allTenants: 'device_operations_label_all' },
    },
    referenceId: { type: 'string', sql: 'reference_id', nullable: true, sort: false },
    globalSettingId: { type: 'string', sql: 'global_setting_id', nullable: true, sort: false },
    enabled: { type: 'boolean', sql: 'enabled', sort: true },
    operationComplete: { type: 'boolean', sql: 'operation_complete' },
    completionToken: {
      type: 'guid',
      sql: 'completion_token',
      nullable: true,
      description: 'Of the run that is queued or was last; the operation is queued while it is not complete.',
      sort: false,
    },
    frequencyTypeId: { type: 'int32', sql: 'frequency_type_id', names: operationFrequencies, sort: true },
    interval: { type: 'timeSpan', sql: timeSpanOf('interval_seconds'), filter: false, sort: false },
    isInteractive: { type: 'boolean', sql: 'is_interactive' },
    isDeleted: { type: 'boolean', sql: 'is_deleted' },
    parameters: { type: 'json', sql: 'parameters', filter: false, sort: false },
    frequencyDefinitions: {
      type: 'json',
      sql: definitionOf('frequency_definitions'),
      nullable: true,
      description:
        'The numbers of the frequencies that the operation allows in the version that the device is to have.',
      filter: false,
      sort: false,
    },
    parameterDefinitions: {
      type: 'json',
      sql: definitionOf('parameter_definitions'),
      nullable: true,
      description: 'The parameters of the operation in the version that the device is to have.',
      filter: false,
      sort: false,
    },
    timeoutSeconds: { type: 'int32', sql: 'timeout_seconds', nullable: true, sort: false },
    memoryLimitMebibytes: { type: 'int32', sql: 'memory_limit_mebibytes', nullable: true, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: true },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: true },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {
    operation: {
      entity: () => packageOperationEntity,
      kind: 'one',
      on: [{ local: 'operation_id', foreign: 'operation_id' }],
      permission: 'Devices:view',
      exposes: [
        'operationId',
        'name',
        'description',
        'operationType',
        'operationResultTypeId',
        'defaultInterval',
        'frequencyDefinitions',
        'parameterDefinitions',
        'isRetired',
        'package',
      ],
    },
    latestPacket: {
      entity: () => packetEntity,
      kind: 'one',
      on: [{ local: 'device_operation_id', foreign: 'entity_id' }],
      permission: packetReaders,
      exposes: ['entityId', 'timestamp', 'value'],
    },
  },
});
