import Box from '@mui/material/Box';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import { useEffect, useMemo, useRef } from 'react';
import { barsOfDay, barsOn, inLanes } from './calendar-bars.ts';
import { changeTimes } from './calendar-items.ts';
import type { Day } from './calendar-place.ts';
import { DayColumn, hourHeight } from './day-column.tsx';
import { blocksOn, sideBySide } from './hour-blocks.ts';
import type { CalendarViewProps } from './month-view.tsx';
import { WeekHeading, weekColumns } from './week-heading.tsx';

const maxLanes = 4;
const maxColumns = 2;

/** The hour to which a week is scrolled if nothing is planned earlier. */
const morning = 7;

/** Whether a change lasts for a day or longer: it is shown above the hours. */
const isLong = ({ plannedStartTime, plannedFinishTime }: PlannedChange): boolean =>
  Date.parse(plannedFinishTime) - Date.parse(plannedStartTime) >= 86_400_000;

/** Places the changes of a week, and returns those of each day that do not fit. */
const placedIn = (days: readonly Day[], changes: readonly PlannedChange[]) => {
  const short = changes.filter((change) => !isLong(change));
  const bars = inLanes(barsOn(changes.filter(isLong), changeTimes, days));
  const ofDays = days.map((date, day) => {
    const blocks = blocksOn(short, changeTimes, date);
    const placed = sideBySide(blocks, maxColumns);
    const shown = new Set(placed.map(({ item }) => item));
    const long = barsOfDay(bars, day);
    return {
      placed,
      count: blocks.length + long.length,
      hidden: [
        ...long.filter(({ lane }) => lane >= maxLanes).map(({ item }) => item),
        ...blocks.map(({ item }) => item).filter((item) => !shown.has(item)),
      ],
    };
  });
  return { ofDays, long: bars.filter(({ lane }) => lane < maxLanes) };
};

/** A week by hours. */
export const WeekView = ({ days, plan, calendar }: CalendarViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { ofDays, long } = useMemo(() => placedIn(days, plan.value), [days, plan]);
  const earliest = Math.min(morning, ...ofDays.flatMap(({ placed }) => placed.map(({ from }) => Math.floor(from))));
  const first = days[0];
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = earliest * hourHeight;
  }, [first, earliest]);
  return (
    <Box
      ref={scroller}
      role="group"
      aria-label="Hours of the week"
      tabIndex={0}
      sx={{
        flex: '1 1 0',
        minWidth: 0,
        minHeight: 0,
        overflow: 'auto',
        overflowAnchor: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <WeekHeading
        days={days}
        long={long}
        windows={plan.windows}
        counts={ofDays.map(({ count }) => count)}
        hidden={ofDays.map(({ hidden }) => hidden)}
        calendar={calendar}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: weekColumns, columnGap: '1px' }}>
        <Box aria-hidden sx={{ fontSize: 11, color: 'text.secondary' }}>
          {Array.from({ length: 24 }, (_, hour) => (
            <Box key={hour} sx={{ height: hourHeight, px: 1, lineHeight: '14px' }}>
              {String(hour).padStart(2, '0')}:00
            </Box>
          ))}
        </Box>
        {days.map((date, day) => (
          <DayColumn
            key={date}
            date={date}
            blocks={ofDays[day]?.placed ?? []}
            windows={plan.windows}
            calendar={calendar}
          />
        ))}
      </Box>
    </Box>
  );
};
