import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { usePreloaded } from '../../../lib/api/preloaded-answers.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { workUnitSet } from '../work-unit-row.ts';
import { minutesText } from './time-left.ts';
import { TimeLeft } from './time-left.tsx';

const ClockState = ({ clock }: { readonly clock: ServiceLevelClock }) => {
  const { ended, outcome, due, pausedTimeLeft, warningDue } = clock;
  if (ended === null && (due !== null || pausedTimeLeft !== null))
    return <TimeLeft dueTime={due} pausedTimeLeft={pausedTimeLeft} warningDue={warningDue} />;
  if (outcome === 'Met') return <StateLabel tone="good">Met</StateLabel>;
  if (outcome === 'Breached') return <StateLabel tone="bad">Missed</StateLabel>;
  return <StateLabel tone="muted">{ended === null ? 'Without a due time' : 'Canceled'}</StateLabel>;
};

const Clock = ({ clock }: { readonly clock: ServiceLevelClock }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, alignItems: 'baseline' }}>
    <Typography variant="body2" sx={{ minWidth: 76, fontWeight: 600 }}>
      {clock.kind}
    </Typography>
    <ClockState clock={clock} />
    <Typography variant="caption" color="text.secondary">
      {clock.due !== null && (
        <>
          due <DateTime time={clock.due} />
          {', '}
        </>
      )}
      target {minutesText(clock.targetMinutes)}
      {clock.calendar !== null && ` in ${clock.calendar}`}
    </Typography>
  </Box>
);

type Clocks = readonly ServiceLevelClock[];

/** The query key of the clocks. It contains `dueOrder`, which changes whenever a change of the unit affects a clock. */
export const clocksKey = ({ workUnitId, dueOrder }: Pick<WorkUnit, 'workUnitId' | 'dueOrder'>): QueryKey => [
  workUnitSet,
  'clocks',
  workUnitId,
  dueOrder,
];

/** The service level clocks of a unit, counted down; renders nothing for a unit without one. */
export const UnitClocks = ({ workUnit }: { readonly workUnit: WorkUnit }) => {
  const queryKey = clocksKey(workUnit);
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const path = `${workUnitSet}/${workUnit.workUnitId}/serviceLevels`;
      return (await api.get<{ readonly value: Clocks }>(path, { signal })).value;
    },
    ...usePreloaded<Clocks>(queryKey),
  });
  if (data.length === 0) return null;
  return (
    <Box role="group" aria-label="Service levels" sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      {data.map((clock) => (
        <Clock key={clock.kind} clock={clock} />
      ))}
    </Box>
  );
};
