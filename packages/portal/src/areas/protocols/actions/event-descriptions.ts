import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';

/** When each event is raised; in the order of a work unit's life. */
export const eventDescriptions: Readonly<Record<WorkUnitEventType, string>> = {
  OnNew: 'when a work unit is created, or becomes New again',
  OnAcknowledged: 'when it becomes Acknowledged',
  OnInProgress: 'when it becomes In progress',
  OnHold: 'when it becomes On hold',
  OnMitigated: 'when it becomes Mitigated',
  OnResolved: 'when it becomes Resolved',
  OnClosed: 'when it becomes Closed',
  OnCanceled: 'when it becomes Canceled',
  OnChange: 'when something other than its state changes',
  OnTimer: 'each time the timer interval has passed, until it is Resolved, Closed or Canceled',
  OnServiceLevelWarning: 'when it has used up the warning share of a response or resolution target',
  OnServiceLevelBreach: 'when a response or resolution target has passed',
};

/** The events in the order of a work unit's life. */
export const eventsInOrder = Object.keys(eventDescriptions) as readonly WorkUnitEventType[];
