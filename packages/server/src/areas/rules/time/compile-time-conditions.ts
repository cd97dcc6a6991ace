import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { holdsAt, isRangeAlone, readTimeLimits } from './time-limits.ts';

/** Says whether a moment, in milliseconds since 1970, lies within a rule's time limitations. */
export type TimeWindow = (moment: number) => boolean;

const always: TimeWindow = () => true;

/**
 * Compiles time limitations in their IANA zone, daylight saving included. A daily range holds its start and not its
 * end; one that ends before it starts passes midnight, and the part after midnight belongs to the day it began on.
 */
export const compileTimeConditions = (conditions: TimeConditions | null | undefined): TimeWindow => {
  if (!conditions) return always;
  const limits = readTimeLimits(conditions);
  const inRange: TimeWindow = (moment) => moment >= limits.from && moment < limits.until;
  return isRangeAlone(limits) ? inRange : (moment) => inRange(moment) && holdsAt(limits, moment);
};
