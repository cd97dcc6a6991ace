import { versionStatuses } from '@cfs/contracts/version-report';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const nameIn =
  (table: 'subscriptions' | 'tenants', key: string) =>
  (alias: string): string =>
    `(select named.name from ${table} named where named.tenant_id = ${alias}.tenant_id and named.${key} = ${alias}.${key})`;

/** Devices with the packages that they have installed, of every tenant that the caller may see. */
export const versionReportEntity = defineEntity({
  name: 'VersionReportRow',
  description: 'A device and a package that it has installed.',
  set: 'versionreport',
  path: 'compliancereport',
  table: 'version_report_rows',
  key: 'installationId',
  keyColumn: 'installation_id',
  permission: 'Devices:view',
  reach: 'visible',
  mayLag: true,
  defaultOrder: [{ property: 'deviceName' }],
  properties: {
    installationId: { type: 'guid', sql: 'installation_id', sort: true },
    deviceId: { type: 'guid', sql: 'device_id', sort: false },
    deviceName: {
      type: 'string',
      sql: 'device_name',
      search: true,
      sort: { oneTenant: 'version_report_device', allTenants: 'version_report_device_all' },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    tenantName: { type: 'string', sql: nameIn('tenants', 'tenant_id'), sort: false },
    subscriptionId: { type: 'guid', sql: 'subscription_id', sort: false },
    subscriptionName: { type: 'string', sql: nameIn('subscriptions', 'subscription_id'), sort: false },
    packageId: { type: 'guid', sql: 'package_id', sort: false },
    packageName: {
      type: 'string',
      sql: 'package_name',
      search: true,
      sort: { oneTenant: 'version_report_package', allTenants: 'version_report_package_all' },
    },
    versionStatus: {
      type: 'int32',
      sql: 'version_status',
      enumeration: versionStatuses,
      sort: { oneTenant: 'version_report_status', allTenants: 'version_report_status_all' },
      description: 'Current when the installed version is the Latest or newer by SemVer 2, otherwise Outdated.',
    },
    installedVersion: { type: 'string', sql: 'installed_version', sort: false },
    installedVersionReleased: {
      type: 'dateTimeOffset',
      sql: 'installed_version_released',
      sort: { oneTenant: 'version_report_released', allTenants: 'version_report_released_all' },
    },
    latestVersion: { type: 'string', sql: 'latest_version', nullable: true, sort: false },
    latestVersionReleased: { type: 'dateTimeOffset', sql: 'latest_version_released', nullable: true, sort: true },
    compliantDevice: {
      type: 'boolean',
      sql: (alias) =>
        `(not exists (select from version_report_rows other where other.device_id = ${alias}.device_id ` +
        `and other.version_status = ${versionStatuses.Outdated}))`,
      sort: false,
      description: 'Whether every package of the device is Current.',
    },
  },
  edges: { tenant: tenantEdge },
});

/** A row of cfs.version_report_rows. */
export type VersionReportTable = EntityRow<typeof versionReportEntity>;
