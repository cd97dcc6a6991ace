import type { z } from 'zod';
import { longTextLimit } from './sizes.ts';
import { text } from './text.ts';
import { finishedStates, workUnitTypes, type WorkUnitState } from './work-unit-enumerations.ts';
import type { WorkUnit } from './work-units.ts';

const person = text(320)
  .nullish()
  .transform((value) => value ?? null);
const notes = text(longTextLimit)
  .nullish()
  .transform((value) => value ?? null);

/**
 * Decision fields of approver 1 and 2. A patch sets `approvedNBy` to approve or `declinedNBy` to decline, with
 * `decisionNNotes`. The server stores the signed-in approver's name regardless of the value sent; declining cancels the
 * unit.
 */
export const approvalFields = {
  approved1By: person,
  approved2By: person,
  declined1By: person,
  declined2By: person,
  decision1Notes: notes,
  decision2Notes: notes,
};

export type ApprovalFields = z.infer<z.ZodObject<typeof approvalFields>>;
export type ApproverNumber = 1 | 2;

/** The approved content: plan, times and risks. A change to one of them voids the approval. */
export const approvedContent = [
  'implementationPlan',
  'rollbackPlan',
  'affectedResources',
  'environment',
  'expectedCFSAlerts',
  'plannedStartTime',
  'plannedFinishTime',
  'requestedChangeWindow',
  'plannedOutage',
  'securityConsiderations',
  'userImpact',
  'costImpact',
] as const satisfies readonly (keyof WorkUnit)[];

/** Messages of approvals (docs/reference/work-unit-approvals.md#messages). */
export const approvalMessages = {
  notTheApprover: (approver: string | null, number: ApproverNumber): string =>
    `Authenticated user does not match ${approver ?? `approver ${number}`}`,
  changeRequestsOnly: 'Only a Change Request can be approved or declined.',
  finished: 'A Change Request that is Resolved, Closed or Canceled can no longer be approved or declined.',
  oneDecision: 'Either approve or decline.',
  alone: 'A decision is saved separately: save the other changes first.',
  /** The same message for an unknown mail and for a person without permission, to prevent account enumeration. */
  mayNotApprove: (approver: string): string =>
    `${approver} cannot approve. Please choose a person who has signed in and may see the work units of the tenant.`,
  twoPersons: 'Approver 1 and approver 2 must be different people.',
  approvalRequired: (state: WorkUnitState): string =>
    `This Change Request requires approval: it cannot become ${state} before it is approved.`,
  staysRequired: 'The approval requirement of a Change Request cannot be removed.',
  approverStays: 'While approval is required, an approver can be replaced by another person, not removed.',
} as const;

/** Status of one approver's decision; `none` when no approver is named. */
export type DecisionStatus = 'none' | 'pending' | 'approved' | 'declined';

type Decided = Pick<
  WorkUnit,
  'approver1' | 'approver2' | 'approved1By' | 'approved2By' | 'declined1By' | 'declined2By' | 'workUnitTypeId'
>;

/** The status of an approver's decision. */
export const decisionOf = (unit: Decided, number: ApproverNumber): DecisionStatus => {
  if (unit[`declined${number}By`]) return 'declined';
  if (unit[`approved${number}By`]) return 'approved';
  return unit[`approver${number}`] ? 'pending' : 'none';
};

/** The approval status of a Change Request: approved once every named approver has approved. */
export const approvalOf = (unit: Decided): DecisionStatus => {
  if (unit.workUnitTypeId !== workUnitTypes.ChangeRequest) return 'none';
  const decisions = ([1, 2] as const).map((number) => decisionOf(unit, number));
  if (decisions.includes('declined')) return 'declined';
  if (decisions.includes('pending')) return 'pending';
  return decisions.includes('approved') ? 'approved' : 'none';
};

/** States that a Change Request with required approval cannot enter before it is approved. */
export const statesAfterApproval: readonly WorkUnitState[] = ['InProgress', 'Mitigated', 'Resolved', 'Closed'];

/** Whether a unit is a Change Request without a required approval. */
export const lacksApproval = (unit: Decided & Pick<WorkUnit, 'isApproverRequired'>): boolean =>
  unit.workUnitTypeId === workUnitTypes.ChangeRequest &&
  unit.isApproverRequired === true &&
  approvalOf(unit) !== 'approved';

/**
 * Whether the state reopens a declined Change Request. Its approval then starts over: all decisions are cleared and
 * remain in the history. A Change Request that was cancelled or finished without a decline keeps its approvals, because
 * the approved content is unchanged.
 */
export const restartsApproval = (unit: Decided, state: WorkUnitState): boolean =>
  approvalOf(unit) === 'declined' && !finishedStates.includes(state);
