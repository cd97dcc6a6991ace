import { formatTimeSpan, parseTimeSpan } from '@cfs/contracts/time-span';
import { FieldNote, type FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** `1.02:30:00` → `1 d 2 h 30 min`; empty for an invalid time span. */
const inWords = (text: string): string => {
  let rest = parseTimeSpan(text) ?? 0;
  return units
    .flatMap(([seconds, name]) => {
      const count = Math.floor(rest / seconds);
      rest -= count * seconds;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(' ');
};

/** The canonical form of a time span: hours beyond a day become days, numbers are padded. */
const normalize = (text: string): string => {
  const loose = /^(?:(\d{1,8})\.)?(\d{1,6}):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text.trim());
  if (!loose) return text.trim();
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = loose.slice(1).map((part) => Number(part ?? 0));
  return formatTimeSpan(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
};

/** A time span, `HH:mm:ss` or `d.HH:mm:ss`, shown in words below the input. */
export const TimeSpanInput = (props: FieldProps) => (
  <TextBox
    {...props}
    normalize={normalize}
    htmlInput={{ placeholder: 'HH:mm:ss' }}
    below={(text) => inWords(text) !== '' && <FieldNote>{inWords(text)}</FieldNote>}
  />
);
