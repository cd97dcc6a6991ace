import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { calendarSpans, placeAfter, titleOf, today, type CalendarSpan } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';

const labels: Readonly<Record<CalendarSpan, string>> = { month: 'Month', week: 'Week', day: 'Day' };

interface CalendarToolbarProps {
  readonly calendar: CalendarControl;
  /** Filters and commands, at the right. */
  readonly children: ReactNode;
}

/** The title of the calendar, and buttons for the previous and next span and for today. */
export const CalendarToolbar = ({ calendar, children }: CalendarToolbarProps) => {
  const { span, date, goTo } = calendar;
  const step = (spans: number): void => goTo(placeAfter({ span, date }, spans));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, flexShrink: 0 }}>
      <Button
        color="inherit"
        variant="outlined"
        onClick={() => goTo({ span, date: today() })}
        sx={{ borderColor: 'divider' }}
      >
        Today
      </Button>
      <Box sx={{ display: 'flex' }}>
        <IconButton aria-label={`Previous ${span}`} onClick={() => step(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton aria-label={`Next ${span}`} onClick={() => step(1)}>
          <ChevronRightIcon />
        </IconButton>
      </Box>
      <Typography variant="h2" aria-live="polite">
        {titleOf(calendar)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ml: 'auto' }}>
        {children}
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Span of the calendar"
          value={span}
          onChange={(_, chosen: CalendarSpan | null) => chosen && goTo({ span: chosen, date })}
          sx={{ '& .MuiToggleButton-root': { px: 3, py: 0, height: 32, textTransform: 'none', color: 'text.primary' } }}
        >
          {calendarSpans.map((each) => (
            <ToggleButton key={each} value={each}>
              {labels[each]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
    </Box>
  );
};
