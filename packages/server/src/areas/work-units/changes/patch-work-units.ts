import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import type { Context } from '../../../platform/context.ts';
import { toProblem } from '../../../platform/http/problem-documents.ts';
import { namesOf } from '../../../platform/log.ts';
import type { PatchOperation } from '../../../platform/patch.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { patchWorkUnit } from './patch-work-unit.ts';

/** A patch of a unit. */
export interface UnitPatch {
  readonly workUnitId: number;
  readonly operations: readonly PatchOperation[];
}

/** Whether the database was unavailable: further patches would fail as well, each after a timeout. */
const isAway = ({ status }: Pick<PatchedUnit, 'status'>): boolean => status === 503;

const refused = (
  { workUnitId }: UnitPatch,
  { status, detail }: Pick<PatchedUnit, 'status' | 'detail'>,
): PatchedUnit => ({
  workUnitId,
  status,
  detail,
  workUnit: null,
});

const patchOne = async (services: Services, context: Context, patch: UnitPatch): Promise<PatchedUnit> => {
  const { workUnitId } = patch;
  try {
    const workUnit = await patchWorkUnit(services, context, workUnitId, patch.operations);
    return { workUnitId, status: 200, detail: null, workUnit: { ...workUnit } };
  } catch (error) {
    const problem = toProblem(error);
    if (problem.status >= 500)
      services.log.error({ ...namesOf(context), err: error, workUnitId }, 'a patch of a batch failed');
    return refused(patch, problem);
  }
};

/**
 * Applies patches one after the other, each in its own transaction, and resolves with the outcome of each. A patch that
 * is refused or fails does not affect the others. Once the database is unavailable, the remaining ones get the same
 * status without being tried. Throws 404 if every unit is out of reach.
 */
export const patchWorkUnits = async (
  services: Services,
  context: Context,
  patches: readonly UnitPatch[],
): Promise<PatchedUnit[]> => {
  const patched: PatchedUnit[] = [];
  for (const patch of patches) {
    const away = patched.find(isAway);
    patched.push(away ? refused(patch, away) : await patchOne(services, context, patch));
  }
  if (patched.every(({ status }) => status === 404)) throw notFound('WorkUnit');
  return patched;
};
