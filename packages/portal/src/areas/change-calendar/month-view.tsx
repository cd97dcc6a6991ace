import Box from '@mui/material/Box';
import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { weekday, weeksOf, type Day } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useHeight } from './use-height.ts';
import { WeekRow, weekRowHeights } from './week-row.tsx';

const leastLanes = 2;

export interface CalendarViewProps {
  readonly days: readonly Day[];
  readonly plan: Pick<ChangeCalendar, 'value' | 'windows'>;
  readonly calendar: CalendarControl;
}

/** A month by weeks. As many changes of a day are shown as the height has room for. */
export const MonthView = ({ days, plan, calendar }: CalendarViewProps) => {
  const [height, measured] = useHeight();
  const keys = useDayKeys(calendar);
  const weeks = weeksOf(days);
  const { heading, strip, lane, more } = weekRowHeights;
  const around = heading + strip + more;
  const lanes = Math.max(leastLanes, Math.floor((height / weeks.length - around) / lane));
  return (
    <Box
      {...keys}
      sx={{
        display: 'flex',
        flexDirection: 'column',
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
        aria-hidden
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', flexShrink: 0, fontSize: 12 }}
      >
        {days.slice(0, 7).map((date) => (
          <Box key={date} sx={{ px: 1, lineHeight: '24px', color: 'text.secondary', fontWeight: 600 }}>
            {weekday(date)}
          </Box>
        ))}
      </Box>
      <Box
        ref={measured}
        sx={{ display: 'grid', flex: '1 0 auto' }}
        style={{ gridTemplateRows: `repeat(${weeks.length}, minmax(${around + leastLanes * lane}px, 1fr))` }}
      >
        {weeks.map((week) => (
          <WeekRow
            key={week[0]}
            days={week}
            changes={plan.value}
            windows={plan.windows}
            lanes={lanes}
            calendar={calendar}
          />
        ))}
      </Box>
    </Box>
  );
};
