import Button from '@mui/material/Button';
import type { MetricSource } from '@cfs/contracts/metric-sources';
import { pollIntervals } from '@cfs/contracts/sizes';
import { equals } from '../../lib/api/odata-filter.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { metricSourceColumns } from './metric-source-columns.tsx';
import { MetricSourceDrawer } from './metric-source-drawer.tsx';
import { metricSourceSet } from './metric-source-row.ts';

const viewQuery = ['decided'];
const metricSourceId = (row: MetricSource): string => row.metricSourceId;

export const MetricSourcesScreen = () => {
  const drawer = useOpenRow();
  const screen = useListScreen<MetricSource>({
    name: 'metricsources',
    set: metricSourceSet,
    columns: metricSourceColumns,
    sort: [{ field: 'name', direction: 'asc' }],
    filter: (list) => (list.filter('decided') === 'hidden' ? equals('status', "'Waiting'") : undefined),
    poll: pollIntervals.metricSources,
  });
  const { list } = screen;
  const hidesDecided = list.filter('decided') === 'hidden';
  return (
    <ListScreen
      title="Metric Sources"
      help="Senders of OpenTelemetry metrics and of Prometheus remote write. What one sends is stored once it is accepted as a block."
      screen={screen}
      viewQuery={viewQuery}
      rowId={metricSourceId}
      searchFields="name and identity"
      exportName="metricsources.csv"
      controls={
        <Button color="inherit" onClick={() => list.setFilter('decided', hidesDecided ? undefined : 'hidden')}>
          {hidesDecided ? 'Show All Sources' : 'Show Waiting Sources'}
        </Button>
      }
      onOpen={(row) => drawer.open(row.metricSourceId)}
      emptyTitle="No metric sources"
      emptyHint="A source appears here when an OpenTelemetry exporter or a Prometheus sends with a token of this tenant."
    >
      <MetricSourceDrawer drawer={drawer} />
    </ListScreen>
  );
};
