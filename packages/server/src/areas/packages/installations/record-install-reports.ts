import { installStatuses } from '@cfs/contracts/package-enumerations';
import type { Selectable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { PackageInstallationTable } from '../package-tables.ts';

/** The state of a package on a device as its agent reports it. */
export interface InstallReport {
  readonly packageId: string;
  readonly packageVersionId: string;
  readonly state: 'Downloading' | 'Verifying' | 'Installing' | 'Installed' | 'Failed' | 'RolledBack' | 'Removed';
  /** Progress of the download, 0 to 100. */
  readonly percent: number;
  /** Reason of a failure or rollback. */
  readonly error: string | null;
}

type Installation = Selectable<PackageInstallationTable>;
type Outcome = Pick<
  Installation,
  'desired_version_id' | 'installed_version_id' | 'status' | 'percent' | 'detail' | 'installed'
>;

const nothing: Outcome = {
  desired_version_id: null,
  installed_version_id: null,
  status: installStatuses.Pending,
  percent: null,
  detail: null,
  installed: null,
};

/**
 * Returns the state of a row after a report. A report of a version that is no longer desired changes only the installed
 * version.
 */
const outcomeOf = (row: Outcome, report: InstallReport, now: Date): Outcome => {
  const { packageVersionId, state, percent, error } = report;
  const isWanted = row.desired_version_id === packageVersionId;
  if (state === 'Installed') {
    const isKnown = row.installed_version_id === packageVersionId;
    return {
      ...row,
      installed_version_id: packageVersionId,
      installed: isKnown ? row.installed : now,
      ...(isWanted && { status: installStatuses.Installed, percent: null, detail: null }),
    };
  }
  if (state === 'Removed') {
    return row.installed_version_id === packageVersionId
      ? { ...row, installed_version_id: null, installed: null }
      : row;
  }
  if (!isWanted) return row;
  const isOver = state === 'Failed' || state === 'RolledBack';
  return { ...row, status: installStatuses[state], percent: isOver ? null : percent, detail: isOver ? error : null };
};

const isSame = (left: Outcome, right: Outcome): boolean =>
  left.installed_version_id === right.installed_version_id &&
  left.status === right.status &&
  left.percent === right.percent &&
  left.detail === right.detail;

/** Filters the reports to versions of their package that the tenant can have: agents may report deleted ones. */
const knownReports = async (
  db: ScopedDatabase,
  tenantId: string,
  reports: readonly InstallReport[],
): Promise<InstallReport[]> => {
  const ids = [...new Set(reports.map(({ packageVersionId }) => packageVersionId))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('package_versions')
    .select(['package_version_id', 'package_id'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('package_version_id', 'in', ids)
    .forKeyShare()
    .execute();
  const packageOf = new Map(rows.map((row) => [row.package_version_id, row.package_id]));
  return reports.filter(({ packageId, packageVersionId }) => packageOf.get(packageVersionId) === packageId);
};

/**
 * Records the reports of a device's agent in the caller's transaction. Reports of deleted versions are ignored. Not
 * audited, because they are telemetry.
 */
export const recordInstallReports = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, deviceId }: { readonly tenantId: string; readonly deviceId: string },
  reports: readonly InstallReport[],
): Promise<void> => {
  change.exempt('package_installations', 'telemetry');
  const known = await knownReports(db, tenantId, reports);
  if (known.length === 0) return;
  const rows = await db
    .selectFrom('package_installations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .orderBy('package_id')
    .forUpdate()
    .execute();
  const stored = new Map(rows.map((row) => [row.package_id, row]));
  const now = change.context.clock.now();
  const after = new Map<string, Outcome>();
  for (const report of known) {
    const row = after.get(report.packageId) ?? stored.get(report.packageId) ?? nothing;
    after.set(report.packageId, outcomeOf(row, report, now));
  }
  for (const [packageId, outcome] of after) {
    const row = stored.get(packageId);
    const key = { tenant_id: tenantId, device_id: deviceId, package_id: packageId };
    const isEmpty = outcome.desired_version_id === null && outcome.installed_version_id === null;
    if (isEmpty) {
      await db
        .deleteFrom('package_installations')
        .where((eb) => eb.and(key))
        .execute();
    } else if (!row) {
      await db
        .insertInto('package_installations')
        .values({ ...key, ...outcome, status: installStatuses.Removing, ...change.created() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else if (!isSame(row, outcome)) {
      await db
        .updateTable('package_installations')
        .set({ ...outcome, ...change.modified(row) })
        .where((eb) => eb.and(key))
        .execute();
    }
  }
};
