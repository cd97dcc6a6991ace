import ButtonBase from '@mui/material/ButtonBase';
import type { CSSProperties } from 'react';
import { dayName, type Day } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';

interface MoreButtonProps {
  readonly count: number;
  readonly date: Day;
  readonly calendar: CalendarControl;
  readonly place: CSSProperties;
}

/** Says how many changes of a day have no room, and opens the day with all of them. */
export const MoreButton = ({ count, date, calendar, place }: MoreButtonProps) =>
  count > 0 && (
    <ButtonBase
      onClick={() => calendar.openDay(date)}
      aria-label={`${count} more on ${dayName(date)}`}
      style={place}
      sx={{
        justifyContent: 'flex-start',
        px: 1,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        color: 'primary.main',
        '&:hover': { textDecoration: 'underline' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      +{count} more
    </ButtonBase>
  );
