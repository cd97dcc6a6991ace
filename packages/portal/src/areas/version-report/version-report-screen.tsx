import { versionReportPageSizes } from '@cfs/contracts/version-report';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { ReportSummary } from './report-summary.tsx';
import { versionReportColumns } from './version-report-columns.tsx';
import { versionReportSet, type ReportRow } from './version-report-row.ts';

const installationId = (row: ReportRow): string => row.installationId;
const maxExportedRows = 1_000;

export const VersionReportScreen = () => {
  const screen = useListScreen<ReportRow>({
    name: 'versionreport',
    set: versionReportSet,
    columns: versionReportColumns,
    sort: [{ field: 'deviceName', direction: 'asc' }],
    size: versionReportPageSizes[0],
    sizes: versionReportPageSizes,
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Version Report"
      help="Devices and the packages that they have installed, in every tenant that you may see. A package is outdated when a later version is its Latest."
      above={<ReportSummary list={screen.list} filter={screen.filter} />}
      screen={screen}
      rowId={installationId}
      searchFields="device and package"
      exportName="versionreport.csv"
      exportLimit={maxExportedRows}
      emptyTitle="No packages installed yet"
      emptyHint="A device appears here when its agent reports an installed package. Choose packages for it in its Installations."
    />
  );
};
