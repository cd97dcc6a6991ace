import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { MailFact } from '../../actions/mail-templates/mail-content.ts';

/** A unit as actions and mails speak of it. */
export interface DescribedWorkUnit {
  readonly unit: WorkUnit;
  readonly tenantName: string;
  /** Where the portal shows it. */
  readonly url: string;
}

/** What mails list of a unit; what it does not have is left out. */
export const factsOf = ({ unit, tenantName }: Pick<DescribedWorkUnit, 'unit' | 'tenantName'>): readonly MailFact[] => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Work unit', `#${unit.publicWorkUnitId}`],
    ['Tenant', tenantName],
    ['Severity', unit.severityId],
    ['State', unit.stateId],
    ['Assigned to', unit.assignedTo],
    ['Assignment group', unit.assignmentGroup],
    ['Stakeholder', unit.stakeHolderFullName],
    ['Resolution', unit.resolution],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
};

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
    facts: factsOf({ unit, tenantName }),
    link: { label: 'Open the work unit', href: url },
    valueOf: (name: string): string | undefined => values.get(name) ?? undefined,
  };
};
