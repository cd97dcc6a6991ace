import type { VersionReportRow } from '@cfs/contracts/version-report';

/** `/v1/compliancereport` is the specification's name of the set. */
export const versionReportSet = '/v1/compliancereport';

/** A row with its tenant expanded, as the list loads it. */
export interface ReportRow extends VersionReportRow {
  readonly tenant?: { readonly name: string } | null;
}
