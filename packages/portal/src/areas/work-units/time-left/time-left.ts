import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Tone } from '../../../ui/text/state-label.tsx';

/** The fields of a unit, or of one of its clocks, that determine the time left. */
export type TimedUnit = Pick<WorkUnit, 'dueTime' | 'pausedTimeLeft'>;

/** A text with the tone in which it is shown. */
export interface TimeLeftText {
  readonly tone: Tone;
  readonly text: string;
}

const minute = 60_000;
const soonMilliseconds = 60 * minute;

const units = [
  [1_440, 'd'],
  [60, 'h'],
  [1, 'min'],
] as const;

/** Whole minutes in their two largest units: `2 d 3 h`, `1 h 5 min`, `0 min`. */
export const minutesText = (minutes: number): string => {
  let rest = Math.max(0, Math.floor(minutes));
  const parts = units.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  const largest = parts.length > 0 ? parts : ['0 min'];
  return largest.slice(0, 2).join(' ');
};

/**
 * The time left of a unit; `undefined` without a clock. Its tone is a warning from `warningDue` on, always if that is
 * `null`, or in the last hour if it is `undefined`.
 */
export const timeLeftAt = (
  { dueTime, pausedTimeLeft }: TimedUnit,
  now: number,
  warningDue?: string | null,
): TimeLeftText | undefined => {
  if (dueTime !== null) {
    const left = Date.parse(dueTime) - now;
    if (left <= 0) return { tone: 'bad', text: `Overdue by ${minutesText(-left / minute)}` };
    const isSoon =
      warningDue === undefined ? left <= soonMilliseconds : warningDue === null || Date.parse(warningDue) <= now;
    return { tone: isSoon ? 'warning' : 'underway', text: minutesText(left / minute) };
  }
  if (pausedTimeLeft === null) return undefined;
  return pausedTimeLeft < 0
    ? { tone: 'bad', text: `Paused, overdue by ${minutesText(-pausedTimeLeft)}` }
    : { tone: 'muted', text: `Paused, ${minutesText(pausedTimeLeft)}` };
};
