import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Home } from '@cfs/contracts/home';
import { workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import { Link } from '@tanstack/react-router';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { Age } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import { openIncidentsLink } from './home-links.ts';
import { HomeSection } from './home-section.tsx';

interface OpenIncidentsProps {
  readonly incidents: NonNullable<Home['workUnits']>['incidents'];
}

/** The most severe open incidents as a table with a link to each. */
export const OpenIncidents = ({ incidents }: OpenIncidentsProps) => {
  const screen = useScreenAddress();
  return (
    <HomeSection title="Open incidents" path={openIncidentsLink}>
      {incidents.length === 0 ? (
        <EmptyState title="No open incidents" hint="Nothing needs attention right now." />
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
                  <MuiLink
                    component={Link}
                    to={screen(`/workunitsv2?workUnitId=${row.workUnitId}`)}
                    sx={{ display: 'block' }}
                  >
                    {row.title}
                  </MuiLink>
                  <Typography
                    variant="body2"
                    color="textSecondary"
                    sx={{ display: { sm: 'none' }, textWrap: 'nowrap' }}
                  >
                    {workUnitStateLabels[row.stateId]} · <Age time={row.created} />
                  </Typography>
                </>
              ),
            },
            { header: 'State', cell: (row) => workUnitStateLabels[row.stateId], isNarrow: true, isWideOnly: true },
            {
              header: 'Age',
              cell: (row) => <Age time={row.created} />,
              align: 'right',
              isNarrow: true,
              isWideOnly: true,
            },
          ]}
          rows={incidents}
        />
      )}
    </HomeSection>
  );
};
