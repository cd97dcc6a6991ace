import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import type { Home } from '@cfs/contracts/home';
import { homeMeanDays } from '@cfs/contracts/home-limits';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { unitsWithinLink } from './home-links.ts';
import { HomeSection } from './home-section.tsx';
import { meanTimeText } from './mean-time-text.ts';

type WorkUnitFigures = NonNullable<Home['workUnits']>;
type Day = WorkUnitFigures['days'][number];

const chartHeight = 112;
const series = [
  { name: 'created', label: 'Created' },
  { name: 'resolved', label: 'Resolved' },
] as const;
type SeriesName = (typeof series)[number]['name'];

const flowStyle = (theme: Theme) => ({
  '& .days': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: '4px',
    height: chartHeight,
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& .day': { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '1px', alignItems: 'end' },
  '& .bar': { display: 'flex', alignItems: 'end', height: chartHeight },
  '& a.bar:hover': { backgroundColor: theme.palette.action.hover },
  '& .bar > span': { display: 'block', width: '100%', borderRadius: '2px 2px 0 0' },
  '& .created > span, & .key.created': { backgroundColor: theme.palette.primary.main },
  '& .resolved > span, & .key.resolved': { backgroundColor: theme.palette.success.main },
  '& .key': { display: 'inline-block', width: 10, height: 10, borderRadius: '2px', marginRight: '6px' },
  '& .labels': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: '4px',
    color: theme.palette.text.secondary,
    fontSize: 12,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
});

interface BarProps {
  readonly day: Day;
  readonly name: SeriesName;
  readonly max: number;
}

const Bar = ({ day, name, max }: BarProps) => {
  const screen = useScreenAddress();
  const count = day[name];
  if (count === 0) return <span className={`bar ${name}`} />;
  const text = `${count} ${name} on ${dayjs(day.from).format('ddd, D MMM')}`;
  return (
    <Link className={`bar ${name}`} to={screen(unitsWithinLink(name, day))} aria-label={text} title={text}>
      <span style={{ height: `${Math.max(3, (100 * count) / max)}%` }} />
    </Link>
  );
};

interface MeanProps {
  readonly to: 'acknowledged' | 'resolved';
  readonly label: string;
  readonly figures: WorkUnitFigures;
}

const Mean = ({ to, label, figures }: MeanProps) => {
  const screen = useScreenAddress();
  const { count, meanSeconds } = figures[to];
  return (
    <Box>
      <Box component="strong" sx={{ fontSize: 18, fontVariantNumeric: 'tabular-nums' }}>
        {meanSeconds === null ? '–' : meanTimeText(meanSeconds)}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label}
        {count > 0 && (
          <>
            {', '}
            <MuiLink
              component={Link}
              to={screen(unitsWithinLink(to, { from: figures.since, before: null }))}
              underline="always"
            >
              {`${count} ${count === 1 ? 'unit' : 'units'}`}
            </MuiLink>
          </>
        )}
      </Box>
    </Box>
  );
};

interface LevelProps {
  readonly label: string;
  readonly outcomes: WorkUnitFigures['serviceLevels']['response'];
}

const Level = ({ label, outcomes: { met, breached } }: LevelProps) =>
  met + breached === 0 ? null : (
    <Box>
      <Box component="strong" sx={{ fontSize: 18, fontVariantNumeric: 'tabular-nums' }}>
        {`${Math.floor((100 * met) / (met + breached))} %`}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {`${label} in time this week, ${met} of ${met + breached}`}
      </Box>
    </Box>
  );

/**
 * Units created and resolved by day, the mean times of the last 30 days, and the share of this week that was in time.
 */
export const UnitFlow = ({ figures }: { readonly figures: WorkUnitFigures }) => {
  const max = Math.max(1, ...figures.days.flatMap(({ created, resolved }) => [created, resolved]));
  return (
    <HomeSection title="Created and resolved">
      <Box sx={flowStyle}>
        <Box sx={{ display: 'flex', gap: 4, mb: 3, fontSize: 13 }}>
          {series.map(({ name, label }) => (
            <span key={name}>
              <span className={`key ${name}`} />
              {label}
            </span>
          ))}
          <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
            at most {max} a day
          </Box>
        </Box>
        <div className="days" role="group" aria-label="Created and resolved by day">
          {figures.days.map((day) => (
            <div key={day.from} className="day">
              {series.map(({ name }) => (
                <Bar key={name} day={day} name={name} max={max} />
              ))}
            </div>
          ))}
        </div>
        <div className="labels" aria-hidden="true">
          {figures.days.map((day) => (
            <span key={day.from}>{dayjs(day.from).format('D')}</span>
          ))}
        </div>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1, mt: 3, fontSize: 13 }}>
        <Mean to="acknowledged" label={`to acknowledge, over ${homeMeanDays} days`} figures={figures} />
        <Mean to="resolved" label={`to resolve, over ${homeMeanDays} days`} figures={figures} />
        <Level label="responses" outcomes={figures.serviceLevels.response} />
        <Level label="resolutions" outcomes={figures.serviceLevels.resolution} />
      </Box>
    </HomeSection>
  );
};
