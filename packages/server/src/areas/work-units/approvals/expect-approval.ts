import { approvalMessages, lacksApproval, statesAfterApproval } from '@cfs/contracts/work-unit-approvals';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { FieldFaults } from '../changes/field-faults.ts';

/**
 * Holds a change to the approval that a Change Request requires; throws 400 under `WorkUnit`. Without the approval, no
 * change brings the unit into a state that comes after it: neither a new state nor a new type does, and an approval
 * that the same change voids does not count. Nor does a change take the requirement back, or one of the approvers away.
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
