import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { MailFact } from '../../actions/mails/templates/mail-content.ts';

/** A unit with the data for actions and mails. */
export interface DescribedWorkUnit {
  readonly unit: WorkUnit;
  readonly tenantName: string;
  /** The address of the unit in the portal. */
  readonly url: string;
}

/** The facts of a unit that mails list; empty ones are left out. */
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

/** Describes an event of a unit for its actions: title, description, facts, link, and the values of placeholders. */
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
