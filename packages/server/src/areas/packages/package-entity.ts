import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { packageOperationEntity } from './package-operation-entity.ts';
import { packageVersionEntity } from './package-version-entity.ts';

/** Packages of every tenant visible to the caller, and the shared ones. */
export const packageEntity = defineEntity({
  name: 'Package',
  description: 'A program that agents install, of one tenant or shared by all.',
  set: 'packages',
  table: 'packages',
  key: 'packageId',
  keyColumn: 'package_id',
  permission: 'Packages:view',
  reach: 'visible',
  shared: true,
  properties: {
    packageId: { type: 'guid', sql: 'package_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'packages_name', allTenants: 'packages_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true },
    packageTypeId: { type: 'int32', sql: 'package_type_id', enumeration: packageTypes, sort: true },
    executableName: { type: 'string', sql: 'executable_name', nullable: true, sort: true },
    executableTypeId: { type: 'int32', sql: 'executable_type_id', enumeration: executableTypes, sort: true },
    referenceUrl: { type: 'string', sql: 'reference_url', nullable: true, sort: false },
    operatingSystemRidsId: {
      type: 'int32',
      sql: 'operating_system_rids_id',
      sort: true,
      description: 'Sum of the operating systems that it supports: WinX64 1, OsxX64 2, LinuxX64 4.',
    },
    parameterDefinitions: { type: 'json', sql: 'parameter_definitions', filter: false, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: true },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: true },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: {
    tenant: tenantEdge,
    operations: {
      entity: () => packageOperationEntity,
      kind: 'many',
      on: [{ local: 'package_id', foreign: 'package_id' }],
      permission: 'Packages:view',
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
      ],
    },
    versions: {
      entity: () => packageVersionEntity,
      kind: 'many',
      on: [{ local: 'package_id', foreign: 'package_id' }],
      permission: 'Packages:view',
      exposes: [
        'packageVersionId',
        'version',
        'precedence',
        'label',
        'packageVersionStatusId',
        'size',
        'created',
        'createdBy',
      ],
    },
  },
});
