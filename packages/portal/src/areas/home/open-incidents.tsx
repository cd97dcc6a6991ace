import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import { useScreenAddress } from '../../lib/use-tenant.ts';
import { Age } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import type { WorkUnitRow } from '../work-units/work-unit-row.ts';
import { HomeSection } from './home-section.tsx';

interface OpenIncidentsProps {
  readonly incidents: UseQueryResult<readonly WorkUnitRow[]>;
}

/** The gravest open incidents, in a table that leads to each. */
export const OpenIncidents = ({ incidents }: OpenIncidentsProps) => {
  const screen = useScreenAddress();
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
