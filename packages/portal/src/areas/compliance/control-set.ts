import type { Checklist } from '@cfs/contracts/compliance';

/** A control set as the selector lists it. */
export interface ControlSetRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tenantId: string | null;
  readonly modified: string;
}

/** A control with what is recorded of it in the week. */
export type ControlRow = Checklist['controls'][number];

/** What is recorded of a control in the week. */
export type StatusRecord = NonNullable<ControlRow['record']>;
