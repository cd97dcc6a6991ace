import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import { api, pageScope, type CallScope } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import type { UnitPatch } from './bulk-patches.ts';
import { firstBatch } from './patch-batches.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** A patch that changed nothing, with the reason. */
export interface Refusal {
  readonly patch: UnitPatch;
  readonly reason: string;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
}

/** The results of patches, and the tenant and the subscription in which they were sent. */
export interface Sent {
  readonly scope: CallScope;
  readonly changed: readonly { readonly patch: UnitPatch; readonly after: Readonly<Record<string, unknown>> }[];
  readonly refused: readonly Refusal[];
}

interface Sending {
  /** Called with the number of units that have a result. */
  readonly onProgress?: (count: number) => void;
  /** Called before each call; if it returns true, the remaining patches are not sent. */
  readonly isStopped?: () => boolean;
  /** The scope of an earlier change that the patches undo; by default that of the page. */
  readonly scope?: CallScope;
}

const reasons: Readonly<Record<number, string>> = {
  0: 'The server did not respond, so it may or may not have been changed.',
  403: 'You may not change it.',
  404: 'It no longer exists, or you may not change it.',
};

const reasonOf = ({ status, detail }: Pick<PatchedUnit, 'status' | 'detail'>): string => {
  if (status >= 500) return 'The server could not change it at the moment.';
  if (detail?.includes('is not equal to the test value')) return 'Another user has changed it.';
  return reasons[status] ?? detail ?? 'The server rejected the change.';
};

const refusalOf = (patch: UnitPatch, answer: Pick<PatchedUnit, 'status' | 'detail'>): Refusal => ({
  patch,
  reason: reasonOf(answer),
  isTransient: answer.status === 0 || answer.status === 429 || answer.status >= 500,
});

/** Sends one call. Resolves with the problem if the call fails as a whole. */
const sendBatch = async (
  batch: readonly UnitPatch[],
  scope: CallScope,
): Promise<readonly PatchedUnit[] | ApiProblem> => {
  const body = batch.map(({ unit: { workUnitId }, operations }) => ({ workUnitId, operations }));
  try {
    const address = `${workUnitSet}/batchpatch`;
    return (await api.post<{ readonly value: readonly PatchedUnit[] }>(address, body, { scope })).value;
  } catch (error) {
    // A response that breaks off is treated like a missing one.
    return error instanceof ApiProblem ? error : new ApiProblem(0, {});
  }
};

const unsent = (patch: UnitPatch): Refusal => ({ patch, reason: 'The change was not sent.', isTransient: true });

/**
 * Sends patches, as many per call as the server accepts, one call after the other. Each unit has its own result. If a
 * call fails as a whole, the remaining patches are not sent. A 404, by contrast, means that none of the units of the
 * call is accessible, and fails only these.
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
