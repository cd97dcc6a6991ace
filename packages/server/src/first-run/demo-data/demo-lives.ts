import type { WorkUnitState } from '@cfs/contracts/work-unit-enumerations';

/** The states that a unit goes through after New; a recent unit has not reached the last ones yet. */
export type DemoLife = readonly WorkUnitState[];

const quick: DemoLife = ['Acknowledged', 'Resolved', 'Closed'];
const usual: DemoLife = ['Acknowledged', 'InProgress', 'Resolved', 'Closed'];

/** All equally likely. */
export const demoLives: readonly [DemoLife, ...DemoLife[]] = [
  quick,
  quick,
  quick,
  quick,
  usual,
  usual,
  usual,
  ['Acknowledged', 'InProgress', 'Mitigated', 'Resolved', 'Closed'],
  ['Acknowledged', 'InProgress', 'OnHold', 'InProgress', 'Resolved'],
  ['Acknowledged', 'InProgress', 'OnHold'],
  ['Acknowledged', 'Resolved'],
  ['Canceled'],
];

/** The maximum number of minutes until a unit enters the state. */
export const longestMinutes: Readonly<Record<WorkUnitState, number>> = {
  New: 0,
  Acknowledged: 180,
  InProgress: 360,
  OnHold: 600,
  Mitigated: 300,
  Resolved: 2_880,
  Closed: 4_320,
  Canceled: 600,
};
