import type { MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import type { Timed } from './calendar-bars.ts';

export const changeTimes = ({ plannedStartTime, plannedFinishTime }: PlannedChange): Timed => ({
  start: plannedStartTime,
  finish: plannedFinishTime,
});

export const windowTimes = ({ startTime, finishTime }: MaintenanceWindow): Timed => ({
  start: startTime,
  finish: finishTime,
});

/** The key of one opening of a maintenance window, which differs from other openings of its rule. */
export const windowKey = ({ ruleId, tenantId, startTime }: MaintenanceWindow): string =>
  `${ruleId} ${tenantId ?? ''} ${startTime ?? ''}`;
