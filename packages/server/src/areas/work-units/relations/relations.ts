import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Context } from '../../../platform/context.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { isMergeRelation, isUnitRelation } from '@cfs/contracts/work-unit-enumerations';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';
import { expectFamily, familyOf, lockFamilies } from './expect-family.ts';
import { expectReference } from './related-entity.ts';
import {
  bothSides,
  expectRelationRoom,
  deleteRelation,
  hasRelation,
  insertRelations,
  recordRelation,
} from './relation-rows.ts';

/**
 * Relates a unit to an entity of its tenant; an existing relation stays. A relation of two units belongs to both.
 *
 * @throws 409 beyond 100 of the type on either side, and for a parent that the child cannot have.
 */
export const addRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: WorkUnitRelation,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const family = familyOf(workUnitId, relation);
    if (family) await lockFamilies(db, (await findVisibleWorkUnit(db, context, workUnitId)).row.tenant_id);
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const key = { tenantId, workUnitId };
    if (isUnitRelation(relation.referenceType) && Number(relation.referenceId) === workUnitId)
      throw invalid({ ReferenceId: ['A work unit cannot be related to itself.'] });
    await expectReference(db, tenantId, relation);
    if (await hasRelation(db, key, relation)) return;
    if (family) await expectFamily(db, tenantId, family);
    for (const [side, tie] of bothSides(key, relation)) await expectRelationRoom(db, side, tie.referenceType);
    await insertRelations(db, context, key, [relation]);
    for (const side of bothSides(key, relation)) await recordRelation(db, context, side, 'added');
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      after: relation,
    });
  });

/**
 * Removes a relation of a unit; a relation of two units is removed from both.
 *
 * @throws 404 if there is no such relation, 409 for the relation of a merge, which has to be undone instead.
 */
export const removeRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: WorkUnitRelation,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const key = { tenantId, workUnitId };
    if (isMergeRelation(relation.referenceType)) throw conflict('Undo the merge to end this relation.');
    if (!(await hasRelation(db, key, relation))) throw notFound('WorkUnitRelation');
    await deleteRelation(db, key, relation);
    for (const side of bothSides(key, relation)) await recordRelation(db, context, side, 'removed');
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      before: relation,
    });
  });
