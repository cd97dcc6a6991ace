import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { calendarLimit } from '@cfs/contracts/sizes';
import { localZone } from './time-text.ts';
import type { Day } from './calendar-place.ts';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface CalendarSummaryProps {
  readonly plan: ChangeCalendar | undefined;
  readonly clashes: number;
  readonly firstDay: Day;
}

/** The numbers of changes, clashes and windows, the time zone, and warnings if not all changes or windows are shown. */
export const CalendarSummary = ({ plan, clashes, firstDay }: CalendarSummaryProps) => {
  const held = plan && [
    plan.value.length === 0 ? 'No change is planned' : `${counted(plan.value.length, 'change')} planned`,
    ...(clashes > 0 ? [clashes === 1 ? '1 clash' : `${clashes} clashes`] : []),
    ...(plan.windows.length > 0 ? [counted(plan.windows.length, 'maintenance window')] : []),
  ];
  return (
    <>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flexShrink: 0 }}>
        {[...(held ?? []), `Times in ${localZone(firstDay)}`].join(' · ')}
      </Typography>
      {plan && !plan.isComplete && (
        <Alert severity="warning" sx={{ flexShrink: 0, py: 0 }}>
          More than {calendarLimit.toLocaleString('en')} changes are planned here; only the first of them and their
          clashes are shown. Choose a shorter span or filter by tenant to see all.
        </Alert>
      )}
      {plan && !plan.hasAllWindows && (
        <Alert severity="info" sx={{ flexShrink: 0, py: 0 }}>
          There are more maintenance windows than are shown. Choose a shorter span or filter by tenant to see all.
        </Alert>
      )}
    </>
  );
};
