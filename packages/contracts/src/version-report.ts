/** Numbers of `versionStatus` (docs/reference/version-report.md). */
export const versionStatuses = { Current: 1, Outdated: 2 } as const;

export type VersionStatus = keyof typeof versionStatuses;

/** Page sizes of the version report; the first is the default. */
export const versionReportPageSizes = [25, 50, 100] as const;

/** A device and a package that it has installed. */
export interface VersionReportRow {
  readonly installationId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly subscriptionId: string;
  readonly subscriptionName: string;
  readonly packageId: string;
  readonly packageName: string;
  readonly versionStatus: VersionStatus;
  readonly installedVersion: string;
  /** ISO 8601 in UTC: when the version was uploaded. */
  readonly installedVersionReleased: string;
  /** `null` while the package has no Latest version. */
  readonly latestVersion: string | null;
  readonly latestVersionReleased: string | null;
  /** Whether every package of the device is Current. */
  readonly compliantDevice: boolean;
}
