import { isSameMail } from '@cfs/contracts/is-same-mail';
import { approvalMessages, type ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import type { WorkUnitFields } from '@cfs/contracts/work-units';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import type { Services } from '../../../platform/services.ts';
import { FieldFaults } from '../changes/field-faults.ts';
import { findApprover } from './find-approver.ts';

type Approvers = Pick<WorkUnitFields, 'approver1' | 'approver2'>;

const numbers: readonly ApproverNumber[] = [1, 2];

/** The people and grants that approvers are checked against. */
export interface KnownPeople {
  readonly snapshot: AccessSnapshot;
  /** The name of the identity provider. */
  readonly provider: string;
}

/** Reads the current people and grants. */
export const knownPeople = async ({
  snapshot,
  identity,
}: Pick<Services, 'snapshot' | 'identity'>): Promise<KnownPeople> => ({
  snapshot: await snapshot.current(),
  provider: identity.provider,
});

/**
 * Throws 400 with the field for an approver in `looksAt` who could not decide, or if both approvers are the same
 * person.
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
