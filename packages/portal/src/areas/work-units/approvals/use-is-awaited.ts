import { decisionOf } from '@cfs/contracts/work-unit-approvals';
import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { useIsApprover } from './use-is-approver.ts';

/** Whether the signed-in user has yet to decide about an open Change Request. */
export const useIsAwaited = (workUnit: WorkUnitRow | undefined): boolean => {
  const isOpen = workUnit?.workUnitTypeId === workUnitTypes.ChangeRequest && !finishedStates.includes(workUnit.stateId);
  const waiting = (number: 1 | 2): string | null =>
    isOpen && decisionOf(workUnit, number) === 'pending' ? workUnit[`approver${number}`] : null;
  const first = useIsApprover(waiting(1));
  const second = useIsApprover(waiting(2));
  return first || second;
};
