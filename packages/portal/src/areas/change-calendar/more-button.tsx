import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { dayName, type Day } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';

interface MoreButtonProps {
  /** The changes of the day that do not fit. */
  readonly changes: readonly PlannedChange[];
  readonly date: Day;
  readonly calendar: CalendarControl;
  readonly place: CSSProperties;
}

/** Shows how many changes of a day do not fit and how many of them clash, and opens the day with all changes. */
export const MoreButton = ({ changes, date, calendar, place }: MoreButtonProps) => {
  const clashing = changes.filter(({ overlaps }) => overlaps.length > 0).length;
  if (changes.length === 0) return null;
  return (
    <ButtonBase
      onClick={() => calendar.openDay(date)}
      aria-label={`+${changes.length} more on ${dayName(date)}${clashing > 0 ? `, ${clashing} with clashes` : ''}`}
      style={place}
      sx={{
        justifyContent: 'flex-start',
        gap: 1,
        px: 1,
        fontFamily: 'inherit',
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        color: 'primary.main',
        '&:hover': { textDecoration: 'underline' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      +{changes.length} more
      {clashing > 0 && <WarningIcon aria-hidden sx={{ fontSize: 14, color: 'error.main' }} />}
    </ButtonBase>
  );
};
