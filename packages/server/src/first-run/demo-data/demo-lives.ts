import type { WorkUnitState } from '@cfs/contracts/work-unit-enumerations';

/** The states that a unit goes through after New; one that began lately has not come to the end of them yet. */
export type DemoLife = readonly WorkUnitState[];

const quick: DemoLife = ['Acknowledged', 'Resolved', 'Closed'];
const usual: DemoLife = ['Acknowledged', 'InProgress', 'Resolved', 'Closed'];

/** Each as likely as the others. */
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

/** The most minutes that it takes to get into a state. */
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
