import { workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import PowerOffIcon from '@mui/icons-material/PowerOffOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import type { ReactNode } from 'react';
import { changeTimes } from './calendar-items.ts';
import type { Day } from './calendar-place.ts';
import { lookOf } from './change-look.ts';
import { timesOnDay } from './time-text.ts';

const Fact = ({ children }: { readonly children: ReactNode }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, overflowWrap: 'anywhere' }}>
    {children}
  </Box>
);

const icon = { fontSize: 16 } as const;

interface AgendaChangeProps {
  readonly change: PlannedChange;
  readonly date: Day;
  /** Returns the public number of another work unit; `undefined` if the calendar does not contain it. */
  readonly numberOf: (workUnitId: number) => number | undefined;
  readonly onOpen: () => void;
}

/** A change with all its details, as a button that opens its work unit. */
export const AgendaChange = ({ change, date, numberOf, onOpen }: AgendaChangeProps) => {
  const { Icon, colour } = lookOf(change);
  const { affectedResources, overlaps, maintenance } = change;
  return (
    <ButtonBase
      onClick={onOpen}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '180px 1fr' },
        columnGap: 4,
        width: 1,
        px: 3,
        py: 2,
        textAlign: 'left',
        alignItems: 'start',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderLeft: `3px solid ${colour(theme)}`,
        borderRadius: 1,
        '&:hover': { borderColor: colour(theme) },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 1 },
      })}
    >
      <Typography component="span" variant="body2">
        {timesOnDay(changeTimes(change), date)}
      </Typography>
      <Box component="span" sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
        <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          #{change.publicWorkUnitId} {change.title}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}
        >
          <Fact>
            <Icon aria-hidden sx={[icon, (theme) => ({ color: colour(theme) })]} />
            {workUnitStateLabels[change.stateId]}
          </Fact>
          <Fact>{change.tenantName}</Fact>
          {change.plannedOutage && (
            <Fact>
              <PowerOffIcon aria-hidden sx={icon} />
              Planned outage
            </Fact>
          )}
          {affectedResources.length > 0 && <Fact>{affectedResources.join(', ')}</Fact>}
          {maintenance.map(({ ruleId, name, isWhole }) => (
            <Fact key={ruleId}>
              {isWhole ? 'Within' : 'Partly within'} maintenance {name}
            </Fact>
          ))}
        </Typography>
        {overlaps.map(({ workUnitId, resources }) => (
          <Typography
            key={workUnitId}
            component="span"
            variant="body2"
            sx={{ display: 'flex', gap: 1, color: 'error.main', fontWeight: 500, overflowWrap: 'anywhere' }}
          >
            <WarningIcon aria-hidden sx={icon} />
            <span>
              Clash with {numberOf(workUnitId) === undefined ? 'another change' : `#${numberOf(workUnitId)}`} on{' '}
              {resources.join(', ')}
            </span>
          </Typography>
        ))}
      </Box>
    </ButtonBase>
  );
};
