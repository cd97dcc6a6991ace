import Box from '@mui/material/Box';
import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { useMemo } from 'react';
import { barsOn, inLanes } from './calendar-bars.ts';
import { changeTimes } from './calendar-items.ts';
import { weekday, weeksOf, type Day } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useHeight } from './use-height.ts';
import { lanesIn, weekHeight, WeekRow } from './week-row.tsx';

/** A busy week grows to show up to `usualLanes` lanes of changes, or up to `maxLanes` if the window is high enough. */
const usualLanes = 5;
const maxLanes = 12;
const minLanes = 1;

export interface CalendarViewProps {
  readonly days: readonly Day[];
  readonly plan: Pick<ChangeCalendar, 'value' | 'clashPartners' | 'windows'>;
  readonly calendar: CalendarControl;
}

/** A month by weeks, which have the same height unless one of them has more changes. */
export const MonthView = ({ days, plan, calendar }: CalendarViewProps) => {
  const [height, measured] = useHeight();
  const keys = useDayKeys(calendar);
  const weeks = useMemo(
    () => weeksOf(days).map((week) => ({ week, bars: inLanes(barsOn(plan.value, changeTimes, week)) })),
    [days, plan],
  );
  const max = Math.min(maxLanes, Math.max(usualLanes, lanesIn(height / weeks.length)));
  const lanesOf = weeks.map(({ bars }) => Math.min(max, Math.max(minLanes, ...bars.map(({ lane }) => lane + 1))));
  return (
    <Box
      ref={measured}
      sx={{
        flex: '1 1 0',
        minWidth: 0,
        minHeight: 0,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        {...keys}
        sx={{ display: 'grid', height: 1 }}
        style={{ gridTemplateRows: `24px ${lanesOf.map((lanes) => `minmax(${weekHeight(lanes)}px, 1fr)`).join(' ')}` }}
      >
        <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', fontSize: 12 }}>
          {days.slice(0, 7).map((date) => (
            <Box key={date} sx={{ px: 1, lineHeight: '24px', color: 'text.secondary', fontWeight: 600 }}>
              {weekday(date)}
            </Box>
          ))}
        </Box>
        {weeks.map(({ week, bars }, index) => (
          <WeekRow
            key={week[0]}
            days={week}
            bars={bars}
            windows={plan.windows}
            lanes={lanesOf[index] ?? minLanes}
            calendar={calendar}
          />
        ))}
      </Box>
    </Box>
  );
};
