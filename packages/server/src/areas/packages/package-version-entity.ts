import { packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import { defineEntity, type Edge } from '../../platform/odata/entity.ts';
import { packageEntity } from './package-entity.ts';
import { packageReaders } from './package-readers.ts';

const packageEdge: Edge = {
  entity: () => packageEntity,
  kind: 'one',
  on: [{ local: 'package_id', foreign: 'package_id' }],
  permission: packageReaders,
  exposes: ['packageId', 'name', 'packageTypeId', 'operatingSystemRidsId'],
};

/** The uploaded versions of packages, the highest first. */
export const packageVersionEntity = defineEntity({
  name: 'PackageVersion',
  description: 'A version of a package with its signed bundle.',
  set: 'packageVersions',
  table: 'package_versions',
  key: 'packageVersionId',
  keyColumn: 'package_version_id',
  permission: packageReaders,
  reach: 'visible',
  shared: true,
  properties: {
    packageVersionId: { type: 'guid', sql: 'package_version_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    packageId: { type: 'guid', sql: 'package_id' },
    version: { type: 'string', sql: 'version', sort: false },
    precedence: { type: 'string', sql: 'precedence', description: 'Sorts versions by SemVer 2.' },
    label: { type: 'string', sql: 'label' },
    packageVersionStatusId: {
      type: 'int32',
      sql: 'package_version_status_id',
      enumeration: packageVersionStatuses,
    },
    sha256: { type: 'string', sql: 'sha256', description: 'SHA-256 of the bundle, hexadecimal.' },
    size: { type: 'int64', sql: 'size', description: 'Bytes of the bundle.' },
    keyFingerprint: { type: 'string', sql: 'key_fingerprint', description: 'The key that signed the bundle.' },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
  },
  defaultOrder: [{ property: 'precedence', descending: true }],
  edges: { package: packageEdge },
});
