import type { OpeningHours } from '@cfs/contracts/service-levels';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useField } from '../../ui/fields/use-field.ts';
import { dayNames, hoursText, readHours } from './calendar-text.ts';
import { firstMessage } from './first-message.ts';

const isSame = (one: readonly OpeningHours[], other: readonly OpeningHours[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface DayProps {
  readonly day: number;
  readonly name: string;
  readonly hours: readonly OpeningHours[];
  readonly disabled: boolean;
  readonly onChange: (hours: readonly OpeningHours[]) => void;
}

const Day = ({ day, name, hours, disabled, onChange }: DayProps) => {
  const [draft, setDraft] = useState('');
  const own = hours.filter((each) => each.day === day);
  return (
    <TextField
      size="small"
      label={name}
      value={isSame(readHours(draft, day), own) ? draft : hoursText(hours, day)}
      placeholder="Closed"
      disabled={disabled}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200, autoComplete: 'off' } }}
      onChange={({ target }) => {
        setDraft(target.value);
        const others = hours.filter((each) => each.day !== day);
        onChange([...others, ...readHours(target.value, day)].sort((one, other) => one.day - other.day));
      }}
    />
  );
};

/** The opening hours of each weekday, as text. */
export const HoursInput = ({ disabled = false }: { readonly disabled?: boolean }) => {
  const { field, isDisabled } = useField({ name: 'hours', label: 'Opening Hours', disabled }, () => '');
  const error = firstMessage(useFormState({ name: 'hours' }).errors['hours']);
  const hours = (field.value ?? []) as readonly OpeningHours[];
  return (
    <Box role="group" aria-label="Opening hours" sx={{ gridColumn: '1 / -1' }}>
      <Typography variant="body2" sx={{ mb: 3, fontSize: 13 }}>
        Opening hours, such as 08:00-12:00, 13:00-17:00
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 4 }}>
        {dayNames.map((name, index) => (
          <Day
            key={name}
            day={index + 1}
            name={name}
            hours={hours}
            disabled={isDisabled}
            onChange={(next) => field.onChange(next)}
          />
        ))}
      </Box>
      {error !== undefined && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
};
