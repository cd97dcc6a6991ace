import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';

/** A unit as actions and mails speak of it. */
export interface DescribedWorkUnit {
  readonly unit: WorkUnit;
  readonly tenantName: string;
  /** Where the portal shows it. */
  readonly url: string;
}

/** Puts an event of a unit into words, and answers the placeholders of its actions. */
export const describeWorkUnit = (
  { unit, tenantName, url }: DescribedWorkUnit,
  occasion: { readonly event: WorkUnitEventType; readonly idempotencyKey: string },
) => {
  const values: ReadonlyMap<string, string | null> = new Map([
    ['WorkUnitId', String(unit.workUnitId)],
    ['PublicWorkUnitId', String(unit.publicWorkUnitId)],
    ['InternalWorkUnitId', unit.internalWorkUnitId],
    ['TenantId', unit.tenantId],
    ['TenantName', tenantName],
    ['Event', occasion.event],
    ['Title', unit.title],
    ['Description', unit.description],
    ['Resolution', unit.resolution],
    ['Severity', unit.severityId],
    ['State', unit.stateId],
    ['AssignedTo', unit.assignedTo],
    ['AssignmentGroup', unit.assignmentGroup],
    ['StakeholderName', unit.stakeHolderFullName],
    ['StakeholderEmail', unit.stakeHolderEmailAddress],
    ['StakeholderPhone', unit.stakeHolderPhoneNumber],
    ['WorkUnitUrl', url],
    ['IdempotencyKey', occasion.idempotencyKey],
  ]);
  return {
    title: `WU #${unit.publicWorkUnitId}: ${unit.title}`,
    description: unit.description ?? '',
    valueOf: (name: string): string | undefined => values.get(name) ?? undefined,
  };
};
