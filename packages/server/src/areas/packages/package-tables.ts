import type { Generated, GeneratedAlways } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { packageEntity } from './package-entity.ts';
import type { packageOperationEntity } from './package-operation-entity.ts';
import type { packageVersionEntity } from './package-version-entity.ts';

/** A row of cfs.packages. */
export type PackageTable = EntityRow<typeof packageEntity> & { search_text: GeneratedAlways<string> };

/** A row of cfs.package_operations. */
export type PackageOperationTable = Omit<EntityRow<typeof packageOperationEntity>, 'is_retired'> & {
  default_interval_seconds: number;
  is_retired: Generated<boolean>;
  created_by: string;
  modified_by: string;
};

/** A row of cfs.package_version_operations: an operation as a version defines it. */
export interface PackageVersionOperationTable {
  tenant_id: string;
  package_version_id: string;
  name: string;
  operation_result_type_id: number;
  default_interval_seconds: number;
  /** JSON. */
  frequency_definitions: string;
  /** JSON. */
  parameter_definitions: string;
}

/** A row of cfs.package_versions. */
export type PackageVersionTable = EntityRow<typeof packageVersionEntity> & {
  /** The signed text, byte for byte. */
  manifest: string;
};

/** A row of cfs.package_contents. */
export interface PackageContentTable {
  tenant_id: string;
  sha256: string;
  size: number;
  /** When an upload last began to store the bundle, or a version that used it was deleted. */
  touched: Date;
}

/** A row of cfs.publisher_keys. */
export interface PublisherKeyTable {
  tenant_id: string;
  publisher_key_id: string;
  name: string;
  /** Raw Ed25519 key. */
  public_key: Buffer;
  fingerprint: string;
  created: Date;
  created_by: string;
}

/** A row of cfs.package_installations. */
export interface PackageInstallationTable {
  tenant_id: string;
  device_id: string;
  package_id: string;
  /** `null` if the package is to be removed from the device. */
  desired_version_id: string | null;
  /** When the desired version was last set; `null` if an older server, which did not record it, set the version. */
  desired: Date | null;
  installed_version_id: string | null;
  /** A number of `installStatuses`. */
  status: number;
  /** Progress of the download, 0 to 100. */
  percent: number | null;
  /** Why the last attempt failed or was rolled back. */
  detail: string | null;
  /** When the installed version was first reported. */
  installed: Date | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
