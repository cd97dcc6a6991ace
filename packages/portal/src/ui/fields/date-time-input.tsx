import dayjs from 'dayjs';
import { formatDate } from '../../lib/dates.ts';
import { FieldNote, type FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

const localForm = 'YYYY-MM-DDTHH:mm';
/** What the browser's own picker can hold. */
const [earliest, latest] = ['0001-01-01T00:00', '9999-12-31T23:59'];

const shown = (value: unknown): string => {
  const moment = typeof value === 'string' && value !== '' ? dayjs(value) : undefined;
  return moment?.isValid() ? moment.format(localForm) : '';
};
const read = (text: string): string | null => {
  const moment = dayjs(text);
  return text !== '' && moment.isValid() ? moment.toISOString() : null;
};
const describe = (value: unknown): string => (typeof value === 'string' ? formatDate(value) : '');

/** A moment in the person's own zone, named below it; ISO 8601 in UTC in the form, `null` when empty. */
export const DateTimeInput = ({ help, ...props }: FieldProps) => (
  <TextBox
    {...props}
    {...(help ? { help } : {})}
    shown={shown}
    read={read}
    describe={describe}
    unfinished="Please enter a valid date"
    box={{ type: 'datetime-local' }}
    input={{ min: earliest, max: latest }}
    below={(text) => text !== '' && <FieldNote>{formatDate(read(text))}</FieldNote>}
  />
);
