import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AgendaChange } from './agenda-change.tsx';
import { AgendaWindow } from './agenda-window.tsx';
import { barsOn } from './calendar-bars.ts';
import { changeTimes, windowKey, windowTimes } from './calendar-items.ts';
import { dayName, titleOf } from './calendar-place.ts';
import type { CalendarViewProps } from './month-view.tsx';

/**
 * The days as a list, each with the changes and windows that begin on it; those that began earlier are listed on the
 * first day. Empty days are left out.
 */
export const AgendaView = ({ days, plan, calendar }: CalendarViewProps) => {
  const { entries, numberOf } = useMemo(() => {
    const changes = Map.groupBy(barsOn(plan.value, changeTimes, days), ({ first }) => first);
    const windows = Map.groupBy(barsOn(plan.windows, windowTimes, days), ({ first }) => first);
    const numbers = new Map(
      [...plan.value, ...plan.clashPartners].map(({ workUnitId, publicWorkUnitId }) => [workUnitId, publicWorkUnitId]),
    );
    return {
      entries: days
        .map((date, day) => ({ date, changes: changes.get(day) ?? [], windows: windows.get(day) ?? [] }))
        .filter((entry) => entry.changes.length + entry.windows.length > 0),
      numberOf: (workUnitId: number) => numbers.get(workUnitId),
    };
  }, [days, plan]);
  if (entries.length === 0)
    return (
      <EmptyState
        title={`Nothing is planned ${calendar.span === 'day' ? 'on' : 'in'} ${titleOf(calendar)}`}
        hint="Change Requests with a planned start and the windows of Maintenance rules appear here."
      />
    );
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label="Agenda"
      sx={{ flex: { xs: 'none', sm: '1 1 0' }, minWidth: 0, minHeight: 0, overflow: { sm: 'auto' } }}
    >
      {entries.map(({ date, changes, windows }) => (
        <Box component="section" key={date} aria-label={dayName(date)} sx={{ mb: 4 }}>
          {days.length > 1 && (
            <Typography variant="h3" sx={{ mb: 1 }}>
              <Button color="inherit" onClick={() => calendar.openDay(date)} sx={{ px: 0, fontWeight: 600 }}>
                {dayName(date)}
              </Button>
            </Typography>
          )}
          <Box component="ul" sx={{ display: 'grid', gap: 2, m: 0, p: '1px', listStyle: 'none' }}>
            {windows.map(({ item }) => (
              <li key={windowKey(item)}>
                <AgendaWindow window={item} date={date} />
              </li>
            ))}
            {changes.map(({ item }) => (
              <li key={item.workUnitId}>
                <AgendaChange
                  change={item}
                  date={date}
                  numberOf={numberOf}
                  onOpen={() => calendar.openWorkUnit(item.workUnitId)}
                />
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
