import Box from '@mui/material/Box';
import type { MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import { useMemo } from 'react';
import { barsOn, hiddenByDay, inLanes } from './calendar-bars.ts';
import { changeTimes, windowTimes } from './calendar-items.ts';
import { dayName, isSameMonth, type Day } from './calendar-place.ts';
import { ChangeBar } from './change-bar.tsx';
import { DayButton } from './day-button.tsx';
import { MaintenanceStrip } from './maintenance-strip.tsx';
import { MoreButton } from './more-button.tsx';
import type { CalendarControl } from './use-calendar.ts';

/** Heights of the rows that every day has, in pixels. */
export const weekRowHeights = { heading: 26, strip: 18, lane: 24, more: 20 } as const;

interface WeekRowProps {
  readonly days: readonly Day[];
  readonly changes: readonly PlannedChange[];
  readonly windows: readonly MaintenanceWindow[];
  /** How many changes have room above each other. */
  readonly lanes: number;
  readonly calendar: CalendarControl;
}

/** A week of the month: its days, the maintenance of each, and the changes as bars across them. */
export const WeekRow = ({ days, changes, windows, lanes, calendar }: WeekRowProps) => {
  const bars = useMemo(() => inLanes(barsOn(changes, changeTimes, days)), [changes, days]);
  const open = useMemo(() => barsOn(windows, windowTimes, days), [windows, days]);
  const hidden = hiddenByDay(bars, lanes, days.length);
  const counts = hiddenByDay(bars, 0, days.length);
  const { heading, strip, lane, more } = weekRowHeights;
  return (
    <Box
      role="group"
      aria-label={`Week from ${dayName(days[0] ?? '')}`}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', alignItems: 'start', columnGap: '3px' }}
      style={{ gridTemplateRows: `${heading}px ${strip}px repeat(${lanes}, ${lane}px) ${more}px minmax(0, 1fr)` }}
    >
      {days.map((date, index) => (
        <Box
          key={date}
          aria-hidden
          sx={{
            alignSelf: 'stretch',
            mx: '-1.5px',
            borderTop: 1,
            borderLeft: index === 0 ? 0 : 1,
            borderColor: 'divider',
            bgcolor: isSameMonth(date, calendar.date) ? 'background.paper' : 'background.default',
          }}
          style={{ gridRow: '1 / -1', gridColumn: index + 1 }}
        />
      ))}
      {days.map((date, index) => (
        <Box key={date} sx={{ display: 'grid' }} style={{ gridRow: 1, gridColumn: index + 1 }}>
          <DayButton
            date={date}
            calendar={calendar}
            count={counts[index] ?? 0}
            isBeside={!isSameMonth(date, calendar.date)}
          />
        </Box>
      ))}
      {days.map((date, index) => (
        <MaintenanceStrip
          key={date}
          windows={open.filter(({ first, last }) => first <= index && index <= last).map(({ item }) => item)}
          place={{ gridRow: 2, gridColumn: index + 1 }}
        />
      ))}
      {bars
        .filter((bar) => bar.lane < lanes)
        .map(({ item, first, last, lane: row, isCutBefore, isCutAfter }) => (
          <ChangeBar
            key={item.workUnitId}
            change={item}
            isCutBefore={isCutBefore}
            isCutAfter={isCutAfter}
            place={{ gridRow: row + 3, gridColumn: `${first + 1} / ${last + 2}`, height: lane - 2 }}
            onOpen={() => calendar.openWorkUnit(item.workUnitId)}
          />
        ))}
      {days.map((date, index) => (
        <MoreButton
          key={date}
          count={hidden[index] ?? 0}
          date={date}
          calendar={calendar}
          place={{ gridRow: lanes + 3, gridColumn: index + 1 }}
        />
      ))}
    </Box>
  );
};
