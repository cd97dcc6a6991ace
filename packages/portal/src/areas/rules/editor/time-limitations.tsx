import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import { CheckboxGroupInput } from '../../../ui/fields/checkbox-group-input.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextBox } from '../../../ui/fields/text-box.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { messageOf } from './message-of.ts';
import { useTimeZones } from './rule-lookups.ts';
import type { RuleValues } from './rule-values.ts';
import { ZonedTimeInput } from './zoned-time-input.tsx';

const daysOfWeek = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (label, value) => ({ value, label }),
);

const clockTime = { textField: { type: 'time' }, htmlInput: { step: 1 } } as const;

/** The days and times at which a rule applies, in one time zone. */
export const TimeLimitations = () => {
  const { control, formState } = useFormContext<RuleValues>();
  const [isLimited, zone] = useWatch({ control, name: ['hasTimeLimits', 'timeConditions.TimeZoneId'] });
  const zones = useTimeZones();
  const message = isLimited ? undefined : messageOf(formState.errors.timeConditions);
  return (
    <Box
      component="section"
      role="group"
      aria-label="Time Limitations"
      tabIndex={-1}
      {...(message === undefined ? {} : { 'aria-invalid': true })}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3, outline: 'none' }}
    >
      <Typography variant="h3">Time Limitations</Typography>
      <Box>
        <SwitchInput name="hasTimeLimits" label="Apply at certain times only" />
      </Box>
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
      {isLimited && (
        <FieldGrid>
          <SearchInput name="timeConditions.TimeZoneId" label="Time Zone" required options={zones} wide />
          <ZonedTimeInput name="timeConditions.StartRange" label="From" timeZone={zone} />
          <ZonedTimeInput name="timeConditions.EndRange" label="Until" timeZone={zone} />
          <TextBox name="timeConditions.DailyStartTime" label="Daily from" {...clockTime} />
          <TextBox
            name="timeConditions.DailyEndTime"
            label="Daily until"
            {...clockTime}
            help="An end before the start is on the next day."
          />
          <CheckboxGroupInput name="timeConditions.DaysOfWeek" label="Days of the week" options={daysOfWeek} wide />
          <TextInput
            name="timeConditions.DaysOfMonth"
            label="Days of the month"
            help="Numbers from 1 to 31, separated by commas. Empty: every day."
            wide
          />
        </FieldGrid>
      )}
    </Box>
  );
};
