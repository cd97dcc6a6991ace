import Box from '@mui/material/Box';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import { useEffect, useMemo, useRef } from 'react';
import { barsOn, hiddenByDay, inLanes } from './calendar-bars.ts';
import { changeTimes } from './calendar-items.ts';
import { ChangeBar } from './change-bar.tsx';
import { DayButton } from './day-button.tsx';
import { DayColumn, hourHeight } from './day-column.tsx';
import { blocksOn, sideBySide } from './hour-blocks.ts';
import type { CalendarViewProps } from './month-view.tsx';
import { MoreButton } from './more-button.tsx';
import { useDayKeys } from './use-day-keys.ts';

const mostColumns = 3;
const mostLanes = 4;
const columns = '44px repeat(7, minmax(0, 1fr))';

/** The hour that a week opens at when nothing is planned earlier. */
const morning = 7;

/** What lasts for a day or longer stands above the hours. */
const isLong = ({ plannedStartTime, plannedFinishTime }: PlannedChange): boolean =>
  Date.parse(plannedFinishTime) - Date.parse(plannedStartTime) >= 86_400_000;

/** A week by hours. */
export const WeekView = ({ days, plan, calendar }: CalendarViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useDayKeys(calendar);
  const { long, placed, left, counts } = useMemo(() => {
    const short = plan.value.filter((change) => !isLong(change));
    const onDays = days.map((date) => blocksOn(short, changeTimes, date));
    const placedOn = onDays.map((blocks) => sideBySide(blocks, mostColumns));
    const bars = inLanes(barsOn(plan.value.filter(isLong), changeTimes, days));
    const above = hiddenByDay(bars, mostLanes, days.length);
    return {
      long: bars.filter(({ lane }) => lane < mostLanes),
      placed: placedOn,
      left: onDays.map((blocks, day) => blocks.length - (placedOn[day]?.length ?? 0) + (above[day] ?? 0)),
      counts: hiddenByDay(bars, 0, days.length).map((bar, day) => bar + (onDays[day]?.length ?? 0)),
    };
  }, [days, plan]);
  const earliest = Math.min(morning, ...placed.flat().map(({ from }) => Math.floor(from)));
  const lanes = Math.max(0, ...long.map(({ lane }) => lane + 1));
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
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        {...keys}
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 3,
          display: 'grid',
          gridTemplateColumns: columns,
          columnGap: '1px',
          pb: '2px',
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
        style={{ gridTemplateRows: `28px repeat(${lanes}, 24px)` }}
      >
        {days.map((date, index) => (
          <Box key={date} sx={{ display: 'grid' }} style={{ gridRow: 1, gridColumn: index + 2 }}>
            <DayButton date={date} calendar={calendar} count={counts[index] ?? 0} withWeekday />
          </Box>
        ))}
        {long.map(({ item, first: from, last, lane, isCutBefore, isCutAfter }) => (
          <ChangeBar
            key={item.workUnitId}
            change={item}
            isCutBefore={isCutBefore}
            isCutAfter={isCutAfter}
            place={{ gridRow: lane + 2, gridColumn: `${from + 2} / ${last + 3}`, height: 22 }}
            onOpen={() => calendar.openWorkUnit(item.workUnitId)}
          />
        ))}
        {days.map((date, index) => (
          <MoreButton
            key={date}
            count={left[index] ?? 0}
            date={date}
            calendar={calendar}
            place={{ gridRow: lanes + 2, gridColumn: index + 2 }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: columns, columnGap: '1px' }}>
        <Box aria-hidden sx={{ fontSize: 11, color: 'text.secondary' }}>
          {Array.from({ length: 24 }, (_, hour) => (
            <Box key={hour} sx={{ height: hourHeight, px: 1, lineHeight: '14px' }}>
              {String(hour).padStart(2, '0')}:00
            </Box>
          ))}
        </Box>
        {days.map((date, index) => (
          <DayColumn key={date} date={date} blocks={placed[index] ?? []} windows={plan.windows} calendar={calendar} />
        ))}
      </Box>
    </Box>
  );
};
