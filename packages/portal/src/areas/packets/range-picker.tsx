import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import dayjs from 'dayjs';
import { useState } from 'react';
import { historyRanges, readRange, spanOf, type HistoryRange, type HistoryRangeName } from './history-range.ts';

interface RangePickerProps {
  readonly range: HistoryRange;
  readonly onChoose: (range: HistoryRange) => void;
}

interface CustomRangeProps extends RangePickerProps {
  readonly range: Extract<HistoryRange, { readonly name: 'custom' }>;
}

const localForm = 'YYYY-MM-DDTHH:mm';
const names = Object.entries(historyRanges) as [HistoryRangeName, { readonly label: string }][];

/** Inputs for the begin and end of a custom range, applied on submit. */
const CustomRange = ({ range, onChoose }: CustomRangeProps) => {
  const [from, setFrom] = useState(dayjs(range.from).format(localForm));
  const [to, setTo] = useState(dayjs(range.to).format(localForm));
  const chosen = dayjs(from).isValid() && dayjs(to).isValid() ? [dayjs(from), dayjs(to)] : undefined;
  const wanted = readRange('custom', chosen?.[0]?.toISOString(), chosen?.[1]?.toISOString());
  const isValid = wanted.name === 'custom';
  const field = (label: string, value: string, onChange: (text: string) => void) => (
    <TextField
      label={label}
      type="datetime-local"
      size="small"
      value={value}
      error={!isValid}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isValid) onChoose(wanted);
      }}
    >
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      <Button type="submit" variant="outlined" disabled={!isValid}>
        Show
      </Button>
      {!isValid && (
        <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
          Choose a start before the end, at most 13 months apart.
        </Box>
      )}
    </Box>
  );
};

/** Selects the range of a history: one of the named ranges, or a custom one. */
export const RangePicker = ({ range, onChoose }: RangePickerProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Range"
      value={range.name}
      onChange={(_, name: HistoryRange['name'] | null) => {
        if (name === 'custom') onChoose({ name, ...spanOf(range, Date.now()) });
        else if (name) onChoose({ name });
      }}
      sx={{ '& .MuiToggleButton-root': { px: 2, py: 0, height: 32, textTransform: 'none', color: 'text.primary' } }}
    >
      {names.map(([name, { label }]) => (
        <ToggleButton key={name} value={name}>
          {label}
        </ToggleButton>
      ))}
      <ToggleButton value="custom">Custom</ToggleButton>
    </ToggleButtonGroup>
    {range.name === 'custom' && <CustomRange key={`${range.from} ${range.to}`} range={range} onChoose={onChoose} />}
  </Box>
);
