import { isSameMail } from '@cfs/contracts/is-same-mail';
import type { ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { finishedStates, workUnitTypes, type WorkUnitType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { actorName, type Context } from '../../../platform/context.ts';
import { addressesIn } from '../../actions/mails/compose-mail.ts';
import { findAssignee } from '../changes/find-assignee.ts';
import type { KnownPeople } from '../approvals/check-approvers.ts';
import { findApprover } from '../approvals/find-approver.ts';
import type { UnitMail } from './unit-mail.ts';

/** Types of units that stakeholders request: the stakeholder of a new one receives a confirmation. */
const askedFor: readonly WorkUnitType[] = ['Incident', 'Request'];

const numbers: readonly ApproverNumber[] = [1, 2];

const named = ({ publicWorkUnitId, title }: WorkUnit): string => `WU #${publicWorkUnitId}: ${title}`;

const bodyOf = (sentence: string, { description }: WorkUnit): string =>
  description ? `${sentence}\n\n${description}` : sentence;

/** Mails to approvers whom the change adds, or who become approvers since the unit becomes a Change Request. */
const approverMails = (
  { snapshot, provider }: KnownPeople,
  before: WorkUnit | undefined,
  unit: WorkUnit,
): UnitMail[] => {
  if (unit.workUnitTypeId !== workUnitTypes.ChangeRequest || finishedStates.includes(unit.stateId)) return [];
  const wasNamed = (number: ApproverNumber): boolean =>
    before?.workUnitTypeId === workUnitTypes.ChangeRequest &&
    isSameMail(before[`approver${number}`], unit[`approver${number}`]);
  return numbers.flatMap((number): UnitMail[] => {
    const approver = wasNamed(number) ? null : unit[`approver${number}`];
    const person = approver ? findApprover(snapshot, provider, unit.tenantId, approver) : undefined;
    if (!person) return [];
    const title = `Please approve ${named(unit)}`;
    const body = bodyOf('You are named as an approver of this Change Request. Open it to approve or decline it.', unit);
    return [{ template: 'Detailed', to: { mail: person.mail }, title, body }];
  });
};

/** The mail to a new assignee, unless the actor assigns the unit to themselves. */
const assigneeMails = (
  { snapshot }: KnownPeople,
  { actor }: Context,
  before: WorkUnit | undefined,
  unit: WorkUnit,
): UnitMail[] => {
  const { assignedTo } = unit;
  if (!assignedTo || isSameMail(before?.assignedTo ?? null, assignedTo)) return [];
  if (isSameMail(assignedTo, actorName(actor))) return [];
  const mail = findAssignee(snapshot, unit.tenantId, assignedTo);
  if (mail === undefined || addressesIn(mail).length !== 1) return [];
  const title = `Assigned to you: ${named(unit)}`;
  return [
    { template: 'Detailed', to: { mail }, title, body: bodyOf(`${actorName(actor)} assigned this to you.`, unit) },
  ];
};

/** Mails to the stakeholder, regardless of the creator of the unit. */
const stakeholderMails = (before: WorkUnit | undefined, unit: WorkUnit): UnitMail[] => {
  if (!unit.stakeHolderEmailAddress) return [];
  if (before === undefined)
    return askedFor.some((type) => workUnitTypes[type] === unit.workUnitTypeId)
      ? [{ template: 'ResolutionCenterCreated', to: 'stakeholder' }]
      : [];
  const isResolved = unit.stateId === 'Resolved' && before.stateId !== 'Resolved';
  if (!isResolved) return [];
  const { resolution } = unit;
  return [{ template: 'ResolutionCenterResolved', to: 'stakeholder', ...(resolution && { body: resolution }) }];
};

/**
 * Returns the mails for a new unit (`before` is undefined) or for a change: to new approvers and a new assignee, and to
 * the stakeholder when the unit is created and when it is resolved.
 */
export const unitMailsOf = (
  people: KnownPeople,
  context: Context,
  before: WorkUnit | undefined,
  unit: WorkUnit,
): UnitMail[] => [
  ...stakeholderMails(before, unit),
  ...approverMails(people, before, unit),
  ...assigneeMails(people, context, before, unit),
];
