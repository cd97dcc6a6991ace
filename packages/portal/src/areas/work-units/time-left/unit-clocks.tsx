import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { workUnitSet } from '../work-unit-row.ts';
import { minutesText } from './time-left.ts';
import { TimeLeft } from './time-left.tsx';

const Standing = ({ clock }: { readonly clock: ServiceLevelClock }) => {
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
    <Standing clock={clock} />
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

/** The service level clocks of a unit, counted down; nothing for a unit without one. */
export const UnitClocks = ({ workUnit }: { readonly workUnit: WorkUnit }) => {
  const { workUnitId, dueOrder } = workUnit;
  const { data } = useQuery({
    // The due time moves with every change that concerns a clock.
    queryKey: [workUnitSet, 'clocks', workUnitId, dueOrder],
    queryFn: () =>
      api.get<{ readonly value: readonly ServiceLevelClock[] }>(`${workUnitSet}/${workUnitId}/serviceLevels`),
  });
  if (!data || data.value.length === 0) return null;
  return (
    <Box role="group" aria-label="Service levels" sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      {data.value.map((clock) => (
        <Clock key={clock.kind} clock={clock} />
      ))}
    </Box>
  );
};
