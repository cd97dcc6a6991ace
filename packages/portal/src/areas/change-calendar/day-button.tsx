import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { dayName, dayNumber, today, weekday, type Day } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';
import { keyboardDay } from './use-day-keys.ts';

interface DayButtonProps {
  readonly date: Day;
  readonly calendar: CalendarControl;
  /** The number of changes that are planned on the day. */
  readonly count: number;
  /** Whether the day belongs to the previous or the next month. */
  readonly isOtherMonth?: boolean;
  /** Whether the day of the week is shown, too. */
  readonly withWeekday?: boolean;
}

/** The number of a day as a button that opens it; the arrow keys move between days. */
export const DayButton = ({ date, calendar, count, isOtherMonth, withWeekday }: DayButtonProps) => {
  const isToday = date === today();
  return (
    <ButtonBase
      {...keyboardDay(date === calendar.date)}
      onClick={() => calendar.openDay(date)}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${dayName(date)}${isToday ? ', today' : ''}, ${count === 1 ? '1 change' : `${count} changes`}`}
      sx={{
        justifyContent: 'flex-start',
        alignItems: 'center',
        gap: 1,
        px: 1,
        minHeight: 24,
        fontFamily: 'inherit',
        fontSize: 12,
        lineHeight: '24px',
        fontWeight: isToday ? 700 : 500,
        color: isOtherMonth ? 'text.secondary' : 'text.primary',
        '&:hover': { textDecoration: 'underline' },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2, borderRadius: 1 },
      }}
    >
      {withWeekday && <span>{weekday(date)}</span>}
      <Box
        component="span"
        sx={
          isToday
            ? { bgcolor: 'primary.main', color: 'primary.contrastText', borderRadius: 10, px: 2, lineHeight: '18px' }
            : {}
        }
      >
        {dayNumber(date)}
      </Box>
    </ButtonBase>
  );
};
