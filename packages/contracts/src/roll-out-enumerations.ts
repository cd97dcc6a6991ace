/** Staged roll-outs (docs/reference/roll-outs.md): numbers, limits and rows. No schemas here. */

/** Stopped: by too many failures. Transferred by name. */
export const rollOutStates = { Running: 1, Paused: 2, Completed: 3, Stopped: 4, Aborted: 5 } as const;
export type RollOutState = keyof typeof rollOutStates;

/**
 * States of a device; transferred by name. Skipped: deleted during the roll-out, or given another version manually.
 * TakenBack: it had not installed the version when the roll-out was stopped or aborted, and got its previous version
 * back.
 */
export const rollOutDeviceStates = {
  Waiting: 1,
  Installing: 2,
  Installed: 3,
  Failed: 4,
  Skipped: 5,
  TakenBack: 6,
} as const;
export type RollOutDeviceState = keyof typeof rollOutDeviceStates;

/** Limits of a roll-out. */
export const rollOutLimits = {
  stages: 10,
  /** A week. */
  healthyMinutes: 10_080,
} as const;

/** What the form for a new roll-out begins with. */
export const rollOutDefaults = { stages: [5, 25, 100], healthyMinutes: 60, failurePercent: 10 } as const;

/** A device of a roll-out. */
export interface RollOutDevice {
  readonly rollOutDeviceId: string;
  readonly rollOutId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly stage: number;
  readonly position: number;
  readonly state: RollOutDeviceState;
  readonly detail: string | null;
  /** When the version was assigned. */
  readonly assigned: string | null;
}
