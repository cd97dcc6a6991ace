import { relationLimit } from '@cfs/contracts/work-unit-relations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Context } from '../../../platform/context.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { expectReference } from './related-entity.ts';
import {
  bothSides,
  countRelations,
  deleteRelation,
  hasRelation,
  insertRelations,
  tellOfRelation,
} from './relation-rows.ts';

/**
 * Ties a unit to an entity of its tenant; one that it is tied to already stays. A tie of two units stands with both. 409
 * beyond 100 of the type on either side.
 */
export const addRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: WorkUnitRelation,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const key = { tenantId, workUnitId };
    if (relation.referenceType === 'WorkUnit' && Number(relation.referenceId) === workUnitId)
      throw invalid({ ReferenceId: ['A work unit does not relate to itself.'] });
    await expectReference(db, tenantId, relation);
    if (await hasRelation(db, key, relation)) return;
    for (const [side, tie] of bothSides(key, relation)) {
      if ((await countRelations(db, side, tie.referenceType)) >= relationLimit)
        throw conflict(`A work unit relates to at most ${relationLimit} entities of one type.`);
    }
    await insertRelations(db, context, key, [relation]);
    for (const side of bothSides(key, relation)) await tellOfRelation(db, context, side, 'Related to');
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      after: relation,
    });
  });

/** Takes a tie away, from both units of a tie of two; 404 when there is none. */
export const removeRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: WorkUnitRelation,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const key = { tenantId, workUnitId };
    if (!(await hasRelation(db, key, relation))) throw notFound('WorkUnitRelation');
    await deleteRelation(db, key, relation);
    for (const side of bothSides(key, relation)) await tellOfRelation(db, context, side, 'No longer related to');
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      before: relation,
    });
  });
