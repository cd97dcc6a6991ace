import { useCallback, useSyncExternalStore } from 'react';
import { formatDate } from '../../../lib/texts/dates.ts';
import { everySecond } from '../../../lib/timing/use-over-time.ts';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';
import { timeLeftAt, type TimedUnit } from './time-left.ts';

interface TimeLeftProps extends TimedUnit {
  /** When the warning of the clock is due, if that is known. */
  readonly warningDue?: string | null;
}

/** The time left, counted down. Renders only when the text changes, not every second. */
export const TimeLeft = ({ dueTime, pausedTimeLeft, warningDue }: TimeLeftProps) => {
  const shown = useSyncExternalStore(
    everySecond,
    useCallback(() => {
      const left = timeLeftAt({ dueTime, pausedTimeLeft }, Date.now(), warningDue);
      return left && `${left.tone} ${left.text}`;
    }, [dueTime, pausedTimeLeft, warningDue]),
  );
  if (shown === undefined) return null;
  const [tone = ''] = shown.split(' ', 1);
  const label = <StateLabel tone={tone as Tone}>{shown.slice(tone.length + 1)}</StateLabel>;
  return dueTime === null ? (
    label
  ) : (
    <time dateTime={dueTime} title={`Due ${formatDate(dueTime)}`}>
      {label}
    </time>
  );
};
