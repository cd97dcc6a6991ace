import { addWeeks } from '@cfs/contracts/control-statuses';
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { thisWeek } from './use-week.ts';
import { useTypedDate } from './use-typed-date.ts';
import { weekText } from './week-text.ts';

interface WeekPickerProps {
  /** The Sunday as `YYYY-MM-DD`. */
  readonly week: string;
  /** Opens the week of a date. */
  readonly goTo: (date: string) => void;
}

/**
 * Selects a week from Sunday to Saturday, by buttons for the previous and next one, or by the date of any of its days.
 */
export const WeekPicker = ({ week, goTo }: WeekPickerProps) => {
  const id = useId();
  const input = useTypedDate(week, goTo);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <FormLabel htmlFor={id}>Compliance Week</FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label="Previous week" onClick={() => goTo(addWeeks(week, -1))}>
          <ChevronLeftIcon />
        </IconButton>
        <TextField id={id} type="date" size="small" hiddenLabel {...input} sx={{ width: 150 }} />
        <IconButton aria-label="Next week" onClick={() => goTo(addWeeks(week, 1))}>
          <ChevronRightIcon />
        </IconButton>
        <Typography variant="body2" color="textSecondary" aria-live="polite" noWrap>
          {weekText(week)}
        </Typography>
        {week !== thisWeek() && <Button onClick={() => goTo(thisWeek())}>This week</Button>}
      </Box>
    </Box>
  );
};
