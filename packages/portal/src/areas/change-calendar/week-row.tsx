import Box from '@mui/material/Box';
import type { MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import { barsOfDay, barsOn, type LaneBar } from './calendar-bars.ts';
import { windowTimes } from './calendar-items.ts';
import { dayName, isSameMonth, type Day } from './calendar-place.ts';
import { ChangeBar } from './change-bar.tsx';
import { DayButton } from './day-button.tsx';
import { isLongWindow } from './maintenance-look.ts';
import { MaintenanceStrip } from './maintenance-strip.tsx';
import { MoreButton } from './more-button.tsx';
import type { CalendarControl } from './use-calendar.ts';

/** The heights of the parts of each day, in pixels. */
const [heading, strip, lane, more] = [26, 18, 22, 20];

/** The height of a week with this number of lanes, in pixels. */
export const weekHeight = (lanes: number): number => heading + strip + lanes * lane + more;

/** The number of lanes that fit in a week of this height. */
export const lanesIn = (height: number): number => Math.floor((height - weekHeight(0)) / lane);

interface WeekRowProps {
  readonly days: readonly Day[];
  readonly bars: readonly LaneBar<PlannedChange>[];
  readonly windows: readonly MaintenanceWindow[];
  /** The number of lanes of changes that are shown. */
  readonly lanes: number;
  readonly calendar: CalendarControl;
}

/**
 * A week of the month: its days, the maintenance windows of each (those shorter than a day only where they begin), and
 * the changes as bars.
 */
export const WeekRow = ({ days, bars, windows, lanes, calendar }: WeekRowProps) => {
  const opened = barsOn(windows, windowTimes, days);
  const shown = bars.filter((bar) => bar.lane < lanes);
  const hidden = bars.filter((bar) => bar.lane >= lanes);
  return (
    <Box
      role="group"
      aria-label={`Week from ${dayName(days[0] ?? '')}`}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', alignItems: 'start', columnGap: '3px' }}
      style={{ gridTemplateRows: `${heading}px ${strip}px repeat(${lanes}, ${lane}px) ${more}px minmax(0, 1fr)` }}
    >
      {days.map((date, day) => (
        <Box
          key={date}
          aria-hidden
          sx={{
            alignSelf: 'stretch',
            mx: '-1.5px',
            borderTop: 1,
            borderLeft: day === 0 ? 0 : 1,
            borderColor: 'divider',
            bgcolor: isSameMonth(date, calendar.date) ? 'background.paper' : 'background.default',
          }}
          style={{ gridRow: '1 / -1', gridColumn: day + 1 }}
        />
      ))}
      {days.map((date, day) => (
        <Box key={date} sx={{ display: 'grid' }} style={{ gridRow: 1, gridColumn: day + 1 }}>
          <DayButton
            date={date}
            calendar={calendar}
            count={barsOfDay(bars, day).length}
            isOtherMonth={!isSameMonth(date, calendar.date)}
          />
        </Box>
      ))}
      {days.map((date, day) => (
        <MaintenanceStrip
          key={date}
          windows={barsOfDay(opened, day)
            .filter(({ item, first, isCutBefore }) => isLongWindow(item) || (first === day && !isCutBefore))
            .map(({ item }) => item)}
          place={{ gridRow: 2, gridColumn: day + 1 }}
        />
      ))}
      {shown.map(({ item, first, last, lane: row, isCutBefore, isCutAfter }) => (
        <ChangeBar
          key={item.workUnitId}
          change={item}
          isCutBefore={isCutBefore}
          isCutAfter={isCutAfter}
          place={{ gridRow: row + 3, gridColumn: `${first + 1} / ${last + 2}`, height: lane - 2 }}
          onOpen={() => calendar.openWorkUnit(item.workUnitId)}
        />
      ))}
      {days.map((date, day) => (
        <MoreButton
          key={date}
          changes={barsOfDay(hidden, day).map(({ item }) => item)}
          date={date}
          calendar={calendar}
          place={{ gridRow: lanes + 3, gridColumn: day + 1 }}
        />
      ))}
    </Box>
  );
};
