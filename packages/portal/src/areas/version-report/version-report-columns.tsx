import { versionStatuses } from '@cfs/contracts/version-report';
import { namesOf } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { tenantColumn, textColumn, timeColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { TenantReportLink } from './tenant-report-link.tsx';
import { versionReportSet, type ReportRow } from './version-report-row.ts';

const tones = { Current: 'good', Outdated: 'warning' } as const;

export const versionReportColumns: readonly Column<ReportRow>[] = [
  textColumn('deviceName', 'Device', { flex: 1.4, minWidth: 150, card: true }),
  tenantColumn(versionReportSet, {
    render: (row) => <TenantReportLink tenantId={row.tenantId} tenantName={row.tenantName} />,
    sortable: false,
    minWidth: 130,
    card: true,
  }),
  textColumn('subscriptionName', 'Subscription', { sortable: false, minWidth: 120, isWideOnly: true }),
  textColumn('packageName', 'Package', { flex: 1.2, minWidth: 140, card: true }),
  {
    field: 'versionStatus',
    header: 'Version Status',
    value: (row) => row.versionStatus,
    render: (row) => <StateLabel tone={tones[row.versionStatus]}>{row.versionStatus}</StateLabel>,
    filter: { kind: 'enumeration', options: namesOf(versionStatuses) },
    width: 130,
    card: true,
  },
  textColumn('installedVersion', 'Installed Version', { sortable: false, width: 130, card: true }),
  timeColumn('installedVersionReleased', 'Installed Version Released', { isWideOnly: true }),
  textColumn('latestVersion', 'Latest Version', { sortable: false, width: 120, card: true }),
  timeColumn('latestVersionReleased', 'Latest Version Released', { isHidden: true }),
  yesOrNoColumn('compliantDevice', 'Compliant Device', { sortable: false, width: 130, isHidden: true }),
];
