import { approvalMessages, lacksApproval, statesAfterApproval } from '@cfs/contracts/work-unit-approvals';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { FieldFaults } from '../changes/field-faults.ts';

/**
 * Throws 400 under `WorkUnit` for a change that bypasses the approval that a Change Request requires. Without the
 * approval, neither a new state nor a new type may bring the unit into a state that comes after it; an approval that
 * the same change voids does not count. Nor may a change withdraw the requirement or remove one of the approvers.
 */
export const expectApproval = (before: WorkUnit, after: WorkUnit): void => {
  const faults = new FieldFaults();
  const enters = after.stateId !== before.stateId || after.workUnitTypeId !== before.workUnitTypeId;
  if (enters && lacksApproval(after) && statesAfterApproval.includes(after.stateId))
    faults.add('WorkUnit', approvalMessages.approvalRequired(after.stateId));
  if (before.workUnitTypeId === workUnitTypes.ChangeRequest && before.isApproverRequired === true) {
    if (after.isApproverRequired !== true) faults.add('WorkUnit', approvalMessages.staysRequired);
    if ((before.approver1 && !after.approver1) || (before.approver2 && !after.approver2))
      faults.add('WorkUnit', approvalMessages.approverStays);
  }
  faults.refuse();
};
