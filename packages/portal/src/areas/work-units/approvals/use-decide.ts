import type { ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { useMemo, useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem, isConflict } from '../../../lib/api/api-problem.ts';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { notify } from '../../../lib/notify.ts';
import { useStableCallback } from '../../../lib/timing/use-stable-callback.ts';
import { decisionPatch } from './decision.ts';
import { saveFailure } from '../panel/save-failure.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

interface DecideOptions {
  readonly workUnit: WorkUnitRow;
  /** Called with the unit as it is after the decision. */
  readonly onDecided: (saved: WorkUnitRow) => Promise<void>;
  /** Called when the decision was refused, so that the user sees the current state. */
  readonly onRefused: () => Promise<void>;
}

const failures = {
  approve: 'Change Request approval action failed.',
  decline: 'Change Request decline action failed.',
} as const;

/** Why a decision was refused: the server's message about the unit, for example that another person is the approver. */
const reasonOf = (problem: ApiProblem): string =>
  problem.errors['WorkUnit']?.join(' ') ?? (isConflict(problem) ? saveFailure(problem) : '');

/** Approves or declines a Change Request as the signed-in user; one decision at a time. */
export const useDecide = ({ workUnit, onDecided, onRefused }: DecideOptions) => {
  const user = useCurrentUser();
  const [isDeciding, setDeciding] = useState(false);
  const decide = useStableCallback(async (number: ApproverNumber, kind: keyof typeof failures, notes?: string) => {
    if (!user) return;
    setDeciding(true);
    try {
      const patch = decisionPatch(workUnit, number, { kind, by: user.userName, notes: notes ?? '' });
      await onDecided(
        await api.patch<WorkUnitRow>(`${workUnitSet}/${workUnit.workUnitId}`, patch, { handlesForbidden: true }),
      );
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(`${failures[kind]} ${reasonOf(error)}`.trim());
      await onRefused();
    } finally {
      setDeciding(false);
    }
  });
  const isBusy = isDeciding || !user;
  return useMemo(() => ({ decide, isBusy }), [decide, isBusy]);
};

export type Deciding = ReturnType<typeof useDecide>;
