import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import { Link } from '@tanstack/react-router';
import { pathInTenant } from '../../lib/tenant/tenant-address.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { windowTimes } from './calendar-items.ts';
import type { Day } from './calendar-place.ts';
import { coverText, stripes } from './maintenance-look.ts';
import { timesOnDay } from './time-text.ts';

interface AgendaWindowProps {
  readonly window: MaintenanceWindow;
  readonly date: Day;
}

/** A maintenance window with all its details and a link to its rule. */
export const AgendaWindow = ({ window, date }: AgendaWindowProps) => {
  const tenantId = useTenantId();
  const cover = coverText(window);
  const facts = [
    ...(window.tenantName === null ? [] : [window.tenantName]),
    ...(cover === '' ? [] : [`Covers ${cover}`]),
    `Time zone: ${window.timeZone}`,
  ];
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '180px 1fr' },
        columnGap: 4,
        px: 3,
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundImage: stripes(theme),
      })}
    >
      <Typography variant="body2">{timesOnDay(windowTimes(window), date)}</Typography>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          Maintenance:{' '}
          <MuiLink component={Link} to={pathInTenant(`/rules?open=${window.ruleId}`, window.tenantId ?? tenantId)}>
            {window.name}
          </MuiLink>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
    </Box>
  );
};
