import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import type { Context } from '../../platform/context.ts';
import type { PatchOperation } from '../../platform/patch.ts';
import { notFound, Problem } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { patchWorkUnit } from './patch-work-unit.ts';

/** A patch and the unit that it is for. */
export interface UnitPatch {
  readonly workUnitId: number;
  readonly operations: readonly PatchOperation[];
}

const patchOne = async (services: Services, context: Context, patch: UnitPatch): Promise<PatchedUnit> => {
  const { workUnitId } = patch;
  try {
    const workUnit = await patchWorkUnit(services, context, workUnitId, patch.operations);
    return { workUnitId, status: 200, detail: null, workUnit: { ...workUnit } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { workUnitId, status: error.status, detail: error.detail, workUnit: null };
  }
};

/**
 * Applies patches one after the other, each by itself: one that is refused leaves the others be. Throws 404 when every
 * unit is out of reach.
 */
export const patchWorkUnits = async (
  services: Services,
  context: Context,
  patches: readonly UnitPatch[],
): Promise<PatchedUnit[]> => {
  const patched: PatchedUnit[] = [];
  for (const patch of patches) patched.push(await patchOne(services, context, patch));
  if (patched.every(({ status }) => status === 404)) throw notFound('WorkUnit');
  return patched;
};
