import type { VersionReportRow } from '@cfs/contracts/version-report';

/** The name of the set does not follow the area's: docs/reference/version-report.md. */
export const versionReportSet = '/v1/compliancereport';

/** A row with its tenant expanded, as the list loads it. */
export interface ReportRow extends VersionReportRow {
  readonly tenant?: { readonly name: string } | null;
}
