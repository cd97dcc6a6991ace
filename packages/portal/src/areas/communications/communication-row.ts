import type { Communication } from '@cfs/contracts/communications';
import type { Severity, WorkUnitState } from '@cfs/contracts/work-unit-enumerations';

/** A work unit that a communication links to. */
export interface LinkedWorkUnit {
  readonly workUnitId: number;
  readonly publicWorkUnitId: number;
  readonly tenantId: string;
  readonly title: string;
  readonly severityId: Severity;
  readonly stateId: WorkUnitState;
}

/** A communication with its tenant, and with its work units if they are expanded and the person may view them. */
export interface CommunicationRow extends Communication {
  readonly tenant?: { readonly name: string } | null;
  readonly workUnits?: readonly LinkedWorkUnit[];
}
