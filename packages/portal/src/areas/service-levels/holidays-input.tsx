import { calendarLimits } from '@cfs/contracts/service-level-enumerations';
import type { Holiday, ReadHolidays } from '@cfs/contracts/service-levels';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { FieldFrame } from '../../ui/fields/field-frame.tsx';
import { growingText } from '../../ui/fields/growing-text.ts';
import { useField } from '../../ui/fields/use-field.ts';
import { holidaysText, readHolidays, withHolidays } from './calendar-text.ts';
import { firstMessage } from './first-message.ts';
import { calendarSet } from './service-level-queries.ts';

const area = growingText({ min: 4, max: 14 });

const isSame = (one: readonly Holiday[], other: readonly Holiday[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const readFile = async (file: File): Promise<ReadHolidays | undefined> => {
  try {
    const text = await file.text();
    if (text.length <= calendarLimits.fileCharacters)
      return await api.post<ReadHolidays>(`${calendarSet}/readholidays`, { file: text });
    notify.error(`${file.name} has more than ${calendarLimits.fileCharacters} characters.`);
  } catch (error) {
    notify.error(error instanceof ApiProblem ? error.detail : `${file.name} could not be sent.`);
  }
  return undefined;
};

/** The holidays as text, one per line, with the import of an iCalendar file into the form. */
export const HolidaysInput = ({ disabled = false }: { readonly disabled?: boolean }) => {
  const [draft, setDraft] = useState('');
  const [isReading, setIsReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { field, inputId, isDisabled, aria } = useField({ name: 'holidays', label: 'Holidays', disabled }, () => '');
  const error = firstMessage(useFormState({ name: 'holidays' }).errors['holidays']);
  const { getValues } = useFormContext();
  const holidays = (field.value ?? []) as readonly Holiday[];
  const importFile = async (file: File): Promise<void> => {
    setIsReading(true);
    const read = await readFile(file);
    setIsReading(false);
    if (!read) return;
    // Keeps what was typed while the file was read.
    const current = (getValues('holidays') ?? []) as readonly Holiday[];
    const next = withHolidays(current, read.holidays);
    field.onChange(next);
    const left = read.skipped > 0 ? ` ${read.skipped} events that do not cover full days were skipped.` : '';
    notify.info(`${next.length - current.length} holidays added. Save the calendar to keep them.${left}`);
  };
  return (
    <FieldFrame
      inputId={inputId}
      label="Holidays"
      wide
      error={error}
      help="One per line: 2026-05-01 Labour Day, or 2026-12-25 yearly Christmas."
    >
      <TextField
        id={inputId}
        fullWidth
        hiddenLabel
        value={isSame(readHolidays(draft), holidays) ? draft : holidaysText(holidays)}
        disabled={isDisabled}
        error={error !== undefined}
        slotProps={{ input: area.input, htmlInput: { ...area.htmlInput, ...aria } }}
        onChange={({ target }) => {
          setDraft(target.value);
          field.onChange(readHolidays(target.value));
        }}
      />
      <Box sx={{ mt: 2 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<UploadIcon />}
          disabled={isDisabled || isReading}
          onClick={() => input.current?.click()}
        >
          {isReading ? 'Reading...' : 'Import iCalendar'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File of holidays"
          accept=".ics,text/calendar"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void importFile(file);
          }}
        />
      </Box>
    </FieldFrame>
  );
};
