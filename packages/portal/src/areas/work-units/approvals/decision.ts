import { approvedContent, decisionOf, restartsApproval, type ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { isSame, type Values } from '../../../lib/forms/edits.ts';
import { patchOf, testOperation, type PatchOperation } from '../../../lib/forms/patch.ts';

/** The decision of an approver about a Change Request. */
export type Decision =
  | { readonly kind: 'approve'; readonly by: string }
  | { readonly kind: 'decline'; readonly by: string; readonly notes: string };

/**
 * Returns the patch of a decision. It tests every field that an approval is bound to, so that it fails unless the plan
 * is still the one that the approver saw.
 */
export const decisionPatch = (
  unit: WorkUnit,
  number: ApproverNumber,
  decision: Decision,
): readonly PatchOperation[] => [
  ...approvedContent.map((field) => testOperation(field, unit[field])),
  ...patchOf(
    { ...unit },
    decision.kind === 'approve'
      ? { [`approved${number}By`]: decision.by }
      : { [`declined${number}By`]: decision.by, [`decision${number}Notes`]: decision.notes, stateId: 'Canceled' },
  ),
];

/** The approvers whose approval was voided, because the plan changed after it. */
const voidedApprovals = (before: WorkUnit, after: WorkUnit): readonly string[] =>
  ([1, 2] as const).flatMap((number) => {
    const by = before[`approved${number}By`];
    return by !== null && after[`approved${number}By`] === null && after[`declined${number}By`] === null ? [by] : [];
  });

/** Returns the message about the decisions that a saved change voided; `undefined` if it voided none. */
export const voidedText = (before: WorkUnit, after: WorkUnit): string | undefined => {
  if (restartsApproval(before, after.stateId)) return 'The Change Request is open again and has to be approved again.';
  const voided = voidedApprovals(before, after);
  return voided.length === 0
    ? undefined
    : `The approval of ${voided.join(' and ')} is void: the plan changed after it.`;
};

/**
 * The approvers whose approvals the edits of a form would void; none if the plan, the times and the risks are
 * unchanged.
 */
export const approvalsAtStake = (unit: WorkUnit, edited: Values): readonly string[] => {
  if (approvedContent.every((field) => isSame(unit[field], edited[field]))) return [];
  return ([1, 2] as const).flatMap((number) =>
    decisionOf(unit, number) === 'approved' ? [unit[`approved${number}By`] ?? ''] : [],
  );
};
