import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { holdsAt, isRangeAlone, readTimeLimits } from './time-limits.ts';

/** Whether a moment, in milliseconds since 1970, lies within the time limitations of a rule. */
export type TimeWindow = (moment: number) => boolean;

const always: TimeWindow = () => true;

/**
 * Compiles time limitations in their IANA zone, including daylight saving. A daily range includes its start and
 * excludes its end. A range that ends before it starts passes midnight; its part after midnight belongs to the day on
 * which it began.
 */
export const compileTimeConditions = (conditions: TimeConditions | null | undefined): TimeWindow => {
  if (!conditions) return always;
  const limits = readTimeLimits(conditions);
  const inRange: TimeWindow = (moment) => moment >= limits.from && moment < limits.until;
  return isRangeAlone(limits) ? inRange : (moment) => inRange(moment) && holdsAt(limits, moment);
};
