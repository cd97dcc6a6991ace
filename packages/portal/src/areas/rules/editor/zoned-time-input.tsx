import type { FieldProps } from '../../../ui/fields/field-frame.tsx';
import { TextBox } from '../../../ui/fields/text-box.tsx';
import { toZonedTime } from './zoned-time.ts';

interface ZonedTimeInputProps extends FieldProps {
  readonly timeZone: string | null;
}

/** An input for a local date and time in a time zone. An instant is shown in the time of that zone. */
export const ZonedTimeInput = ({ timeZone, ...props }: ZonedTimeInputProps) => (
  <TextBox
    {...props}
    format={(value) => (typeof value === 'string' ? toZonedTime(value, timeZone) : '')}
    parse={(text) => (text === '' ? null : text)}
    incompleteMessage="Please enter a valid date"
    textField={{ type: 'datetime-local' }}
    htmlInput={{ min: '0001-01-01T00:00', max: '9999-12-31T23:59' }}
  />
);
