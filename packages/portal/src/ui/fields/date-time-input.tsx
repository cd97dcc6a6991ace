import dayjs from 'dayjs';
import { formatDate } from '../../lib/texts/dates.ts';
import { FieldNote, type FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

const localForm = 'YYYY-MM-DDTHH:mm';
/** The range of the browser's date picker. */
const [earliest, latest] = ['0001-01-01T00:00', '9999-12-31T23:59'];

const format = (value: unknown): string => {
  const moment = typeof value === 'string' && value !== '' ? dayjs(value) : undefined;
  return moment?.isValid() ? moment.format(localForm) : '';
};
const parse = (text: string): string | null => {
  // Not by dayjs, which parses the year 0002 (the first typed digit of 2027) as 1902.
  const time = new Date(text);
  return text !== '' && Number.isFinite(time.getTime()) ? time.toISOString() : null;
};
const describe = (value: unknown): string => (typeof value === 'string' ? formatDate(value) : '');

/** A time in the local time zone. The value is ISO 8601 in UTC, `null` when empty. */
export const DateTimeInput = ({ help, ...props }: FieldProps) => (
  <TextBox
    {...props}
    {...(help ? { help } : {})}
    format={format}
    parse={parse}
    describe={describe}
    incompleteMessage="Please enter a valid date"
    textField={{ type: 'datetime-local' }}
    htmlInput={{ min: earliest, max: latest }}
    below={(text) => text !== '' && <FieldNote>{formatDate(parse(text))}</FieldNote>}
  />
);
