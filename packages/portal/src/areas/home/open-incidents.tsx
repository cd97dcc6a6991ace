import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { pollIntervals } from '@cfs/contracts/sizes';
import { Link } from '@tanstack/react-router';
import { useRows } from '../../lib/api/use-list.ts';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { Age } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import { openIncidents } from '../work-units/list/work-unit-filter.ts';
import { workUnitSet, type WorkUnitRow } from '../work-units/work-unit-row.ts';
import { HomeSection } from './home-section.tsx';

/** The gravest open incidents, the newest of them first. */
export const OpenIncidents = () => {
  const screen = useScreenAddress();
  const incidents = useRows<WorkUnitRow>(
    workUnitSet,
    {
      filter: openIncidents,
      orderBy: [
        { field: 'severityId', direction: 'asc' },
        { field: 'created', direction: 'desc' },
      ],
      select: 'workUnitId,publicWorkUnitId,title,severityId,stateId,created',
      top: 8,
    },
    { poll: pollIntervals.workUnits },
  );
  return (
    <HomeSection title="Open incidents" path="/workunitsv2">
      <QueryResult query={incidents}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No open incidents" hint="Nothing needs a person right now." />
          ) : (
            <PlainTable
              label="Open incidents"
              rowKey={(row) => String(row.workUnitId)}
              columns={[
                { header: 'Severity', cell: (row) => <SeverityChip severity={row.severityId} />, isNarrow: true },
                {
                  header: 'Title',
                  cell: (row) => (
                    <>
                      <MuiLink component={Link} to={screen(`/workunitsv2?workUnitId=${row.workUnitId}`)}>
                        {row.title}
                      </MuiLink>
                      <Typography
                        variant="body2"
                        color="textSecondary"
                        sx={{ display: { sm: 'none' }, textWrap: 'nowrap' }}
                      >
                        {row.stateId} · <Age time={row.created} />
                      </Typography>
                    </>
                  ),
                },
                { header: 'State', cell: (row) => row.stateId, isNarrow: true, isWideOnly: true },
                {
                  header: 'Age',
                  cell: (row) => <Age time={row.created} />,
                  align: 'right',
                  isNarrow: true,
                  isWideOnly: true,
                },
              ]}
              rows={rows}
            />
          )
        }
      </QueryResult>
    </HomeSection>
  );
};
