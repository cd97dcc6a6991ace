import Box from '@mui/material/Box';
import { formatAge, formatDate, formatNoteDate, type WireTime } from '../../lib/texts/dates.ts';
import { useAge } from '../../lib/timing/use-over-time.ts';

/** The age of a time, updated every second. */
export const Age = ({ time, none = 'N/A' }: { readonly time: WireTime; readonly none?: string }) => {
  const age = useAge(time);
  return age === '' ? (
    <>{none}</>
  ) : (
    <time dateTime={time ?? ''} title={formatDate(time)}>
      {age}
    </time>
  );
};

interface DateTimeProps {
  readonly time: WireTime;
  readonly format?: 'standard' | 'note';
  /** Adds the age, muted. */
  readonly withAge?: boolean;
}

export const DateTime = ({ time, format = 'standard', withAge = false }: DateTimeProps) => {
  const text = format === 'note' ? formatNoteDate(time) : formatDate(time);
  if (text === '') return null;
  return (
    <time dateTime={time ?? ''} title={formatAge(time)}>
      {text}
      {withAge && (
        <>
          {' '}
          <Box component="span" sx={{ color: 'text.secondary', ml: 0.5 }}>
            <Age time={time} />
          </Box>
        </>
      )}
    </time>
  );
};
