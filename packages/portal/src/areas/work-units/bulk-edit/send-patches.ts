import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import { api, pageScope, type CallScope } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import type { UnitPatch } from './bulk-patches.ts';
import { firstBatch } from './patch-batches.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** A patch that changed nothing, and why. */
export interface Refusal {
  readonly patch: UnitPatch;
  readonly reason: string;
  /** It may well succeed another time. */
  readonly isTransient: boolean;
}

/** What became of many patches, and the tenant and the subscription that they were sent in. */
export interface Sent {
  readonly scope: CallScope;
  readonly changed: readonly { readonly patch: UnitPatch; readonly after: Readonly<Record<string, unknown>> }[];
  readonly refused: readonly Refusal[];
}

interface Sending {
  /** Told how many units have their answer. */
  readonly onProgress?: (count: number) => void;
  /** Asked before each call: once it says so, the rest stays unsent. */
  readonly isStopped?: () => boolean;
  /** That of an earlier change, which the patches take back; by default that of the page. */
  readonly scope?: CallScope;
}

const reasons: Readonly<Record<number, string>> = {
  0: 'No answer came, so it may have been changed or not.',
  403: 'You may not change it.',
  404: 'It is not there any more, or you may not change it.',
};

const reasonOf = ({ status, detail }: Pick<PatchedUnit, 'status' | 'detail'>): string => {
  if (status >= 500) return 'The server could not change it at the moment.';
  if (detail?.includes('is not equal to the test value')) return 'Somebody else changed it meanwhile.';
  return reasons[status] ?? detail ?? 'The server refused it.';
};

const refusalOf = (patch: UnitPatch, answer: Pick<PatchedUnit, 'status' | 'detail'>): Refusal => ({
  patch,
  reason: reasonOf(answer),
  isTransient: answer.status === 0 || answer.status === 429 || answer.status >= 500,
});

/** One call. A call that fails as a whole answers with its problem. */
const sendBatch = async (
  batch: readonly UnitPatch[],
  scope: CallScope,
): Promise<readonly PatchedUnit[] | ApiProblem> => {
  const body = batch.map(({ unit: { workUnitId }, operations }) => ({ workUnitId, operations }));
  try {
    const address = `${workUnitSet}/batchpatch`;
    return (await api.post<{ readonly value: readonly PatchedUnit[] }>(address, body, { scope })).value;
  } catch (error) {
    // An answer that breaks off says as little as none.
    return error instanceof ApiProblem ? error : new ApiProblem(0, {});
  }
};

const unsent = (patch: UnitPatch): Refusal => ({ patch, reason: 'It was not sent.', isTransient: true });

/**
 * Sends patches, as many in a call as the server takes, one call after the other. Each unit answers by itself. A call
 * that fails as a whole ends it, and the patches behind it stay unsent; that none of its units is in reach fails its
 * units alone.
 */
export const sendPatches = async (patches: readonly UnitPatch[], sending: Sending = {}): Promise<Sent> => {
  const scope = sending.scope ?? pageScope();
  const changed: Sent['changed'][number][] = [];
  const refused: Refusal[] = [];
  for (let rest = patches; rest.length > 0;) {
    if (sending.isStopped?.()) return { scope, changed, refused: [...refused, ...rest.map(unsent)] };
    const batch = firstBatch(rest);
    rest = rest.slice(batch.length);
    const answer = await sendBatch(batch, scope);
    if (answer instanceof ApiProblem) {
      refused.push(...batch.map((patch) => refusalOf(patch, answer)));
      if (answer.status !== 404) return { scope, changed, refused: [...refused, ...rest.map(unsent)] };
    } else
      batch.forEach((patch, index) => {
        const unit = answer[index];
        if (unit?.workUnit) changed.push({ patch, after: unit.workUnit });
        else refused.push(refusalOf(patch, unit ?? { status: 500, detail: null }));
      });
    sending.onProgress?.(patches.length - rest.length);
  }
  return { scope, changed, refused };
};
