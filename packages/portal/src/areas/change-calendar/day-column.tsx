import Box from '@mui/material/Box';
import type { MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import type { Theme } from '@mui/material/styles';
import { changeTimes, windowKey, windowTimes } from './calendar-items.ts';
import type { Day } from './calendar-place.ts';
import { ChangeBlock } from './change-block.tsx';
import { blocksOn, type PlacedBlock } from './hour-blocks.ts';
import { isLongWindow, stripes, windowText } from './maintenance-look.ts';
import { timesOnDay } from './time-text.ts';
import type { CalendarControl } from './use-calendar.ts';

/** The height of an hour in pixels. */
export const hourHeight = 40;

const lines = ({ tokens }: Theme): string =>
  `repeating-linear-gradient(${tokens.hairline} 0 1px, transparent 1px ${hourHeight}px)`;

interface DayColumnProps {
  readonly date: Day;
  readonly blocks: readonly PlacedBlock<PlannedChange>[];
  readonly windows: readonly MaintenanceWindow[];
  readonly calendar: CalendarControl;
}

/**
 * A day by hours: changes, side by side if they overlap, on top of the striped maintenance windows. Windows have a name
 * here unless they are open for a day or longer.
 */
export const DayColumn = ({ date, blocks, windows, calendar }: DayColumnProps) => (
  <Box
    sx={(theme) => ({
      position: 'relative',
      height: 24 * hourHeight,
      minWidth: 0,
      borderLeft: 1,
      borderColor: 'divider',
      backgroundImage: lines(theme),
    })}
  >
    {blocksOn(windows, windowTimes, date).map(({ item, from, to }) => (
      <Box
        key={windowKey(item)}
        title={windowText(item)}
        style={{ top: from * hourHeight, height: (to - from) * hourHeight }}
        sx={(theme) => ({
          position: 'absolute',
          left: 0,
          right: 0,
          overflow: 'hidden',
          px: 1,
          fontSize: 11,
          lineHeight: '16px',
          overflowWrap: 'anywhere',
          color: 'text.secondary',
          backgroundImage: stripes(theme),
        })}
      >
        {isLongWindow(item) ? undefined : `Maintenance: ${item.name}`}
      </Box>
    ))}
    {blocks.map(({ item, from, to, column, columns }) => (
      <ChangeBlock
        key={item.workUnitId}
        change={item}
        times={timesOnDay(changeTimes(item), date)}
        place={{
          position: 'absolute',
          top: from * hourHeight,
          height: (to - from) * hourHeight - 1,
          left: `calc(${(100 * column) / columns}% + 1px)`,
          width: `calc(${100 / columns}% - 2px)`,
        }}
        onOpen={() => calendar.openWorkUnit(item.workUnitId)}
      />
    ))}
  </Box>
);
