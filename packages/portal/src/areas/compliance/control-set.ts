import type { ControlStatus } from '@cfs/contracts/compliance';

/** A control set as the selector lists it. */
export interface ControlSetRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tenantId: string | null;
}

/** What is recorded of a control in the week. */
export type StatusRecord = Pick<ControlStatus, 'id' | 'status' | 'notes' | 'modified'>;

/** A control with what is recorded of it in the week. */
export interface ControlRow {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly record: StatusRecord | undefined;
}

/** The controls of a set in a week. */
export interface Checklist {
  readonly controls: readonly ControlRow[];
}
