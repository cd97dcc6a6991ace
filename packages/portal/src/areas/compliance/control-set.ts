import type { Checklist } from '@cfs/contracts/compliance';

/** A control set as the selector loads it. */
export interface ControlSetRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tenantId: string | null;
  readonly modified: string;
}

/** A control with its record of the week. */
export type ControlRow = Checklist['controls'][number];

/** The record of a control in the week. */
export type StatusRecord = NonNullable<ControlRow['record']>;
