import { isSameMail } from '@cfs/contracts/is-same-mail';
import { approvalMessages, type ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import type { WorkUnitFields } from '@cfs/contracts/work-units';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import type { Services } from '../../../platform/services.ts';
import { FieldFaults } from '../changes/field-faults.ts';
import { findApprover } from './find-approver.ts';

type Approvers = Pick<WorkUnitFields, 'approver1' | 'approver2'>;

const numbers: readonly ApproverNumber[] = [1, 2];

/** Who people and grants are known by. */
export interface KnownPeople {
  readonly snapshot: AccessSnapshot;
  /** The provider that signs people in. */
  readonly provider: string;
}

/** Reads them as they are now. */
export const knownPeople = async ({
  snapshot,
  identity,
}: Pick<Services, 'snapshot' | 'identity'>): Promise<KnownPeople> => ({
  snapshot: await snapshot.current(),
  provider: identity.provider,
});

/**
 * Throws 400, under the field, for an approver among the numbers to look at who could not decide, and when both
 * approvers are one person.
 */
export const checkApprovers = (
  { snapshot, provider }: KnownPeople,
  tenantId: string,
  unit: Approvers,
  looksAt: readonly ApproverNumber[] = numbers,
): void => {
  const faults = new FieldFaults();
  for (const number of looksAt) {
    const mail = unit[`approver${number}`];
    if (mail && !findApprover(snapshot, provider, tenantId, mail))
      faults.add(`approver${number}`, approvalMessages.mayNotApprove(mail));
  }
  const last = looksAt.at(-1);
  if (last !== undefined && isSameMail(unit.approver1, unit.approver2))
    faults.add(`approver${last}`, approvalMessages.twoPersons);
  faults.refuse();
};
