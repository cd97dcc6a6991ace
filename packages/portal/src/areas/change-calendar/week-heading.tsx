import Box from '@mui/material/Box';
import type { MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import { barsOfDay, barsOn, type LaneBar } from './calendar-bars.ts';
import { windowTimes } from './calendar-items.ts';
import type { Day } from './calendar-place.ts';
import { ChangeBar } from './change-bar.tsx';
import { DayButton } from './day-button.tsx';
import { isLongWindow } from './maintenance-look.ts';
import { MaintenanceStrip } from './maintenance-strip.tsx';
import { MoreButton } from './more-button.tsx';
import type { CalendarControl } from './use-calendar.ts';
import { useDayKeys } from './use-day-keys.ts';

/** The grid columns of the hours and of the seven days. */
export const weekColumns = '44px repeat(7, minmax(0, 1fr))';

interface WeekHeadingProps {
  readonly days: readonly Day[];
  /** The changes that last for a day or longer. */
  readonly long: readonly LaneBar<PlannedChange>[];
  readonly windows: readonly MaintenanceWindow[];
  /** The changes of each day, and those of them that are not shown. */
  readonly counts: readonly number[];
  readonly hidden: readonly (readonly PlannedChange[])[];
  readonly calendar: CalendarControl;
}

/** The heading above the hours of a week: its days, and the changes and windows that last for a day or longer. */
export const WeekHeading = ({ days, long, windows, counts, hidden, calendar }: WeekHeadingProps) => {
  const keys = useDayKeys(calendar);
  const opened = barsOn(windows.filter(isLongWindow), windowTimes, days);
  const lanes = Math.max(0, ...long.map(({ lane }) => lane + 1));
  return (
    <Box
      {...keys}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 3,
        display: 'grid',
        gridTemplateColumns: weekColumns,
        columnGap: '1px',
        pb: '2px',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
      style={{ gridTemplateRows: `28px auto repeat(${lanes}, 22px) auto` }}
    >
      {days.map((date, day) => (
        <Box key={date} sx={{ display: 'grid' }} style={{ gridRow: 1, gridColumn: day + 2 }}>
          <DayButton date={date} calendar={calendar} count={counts[day] ?? 0} withWeekday />
        </Box>
      ))}
      {days.map((date, day) => (
        <MaintenanceStrip
          key={date}
          windows={barsOfDay(opened, day).map(({ item }) => item)}
          place={{ gridRow: 2, gridColumn: day + 2, marginBottom: 2 }}
        />
      ))}
      {long.map(({ item, first, last, lane, isCutBefore, isCutAfter }) => (
        <ChangeBar
          key={item.workUnitId}
          change={item}
          isCutBefore={isCutBefore}
          isCutAfter={isCutAfter}
          place={{ gridRow: lane + 3, gridColumn: `${first + 2} / ${last + 3}`, height: 20 }}
          onOpen={() => calendar.openWorkUnit(item.workUnitId)}
        />
      ))}
      {days.map((date, day) => (
        <MoreButton
          key={date}
          changes={hidden[day] ?? []}
          date={date}
          calendar={calendar}
          place={{ gridRow: lanes + 3, gridColumn: day + 2 }}
        />
      ))}
    </Box>
  );
};
