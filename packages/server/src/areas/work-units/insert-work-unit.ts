import { randomUUID } from 'node:crypto';
import { relationTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitFields, WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Insertable } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { affectedEntities } from './affected-entities.ts';
import { recordWorkUnitEvent } from './work-unit-event.ts';
import { addHistory } from './work-unit-history.ts';
import type { WorkUnitTable } from './work-unit-table.ts';
import { toColumns, toWorkUnit, type WorkUnitRow } from './work-unit-wire.ts';

/** A unit to be made; every field has been checked before. */
export interface NewWorkUnit {
  readonly tenantId: string;
  readonly fields: Partial<WorkUnitFields> & Pick<WorkUnitFields, 'title' | 'severityId' | 'workUnitTypeId'>;
  readonly relations?: readonly WorkUnitRelation[];
  readonly createdByRuleId?: string;
}

/** Ties a unit to other entities; a tie that exists already stays. */
export const addRelations = async (
  db: ScopedDatabase,
  context: Context,
  unit: { readonly tenantId: string; readonly workUnitId: number },
  relations: readonly WorkUnitRelation[],
): Promise<void> => {
  if (relations.length === 0) return;
  await db
    .insertInto('work_unit_relations')
    .values(
      relations.map((relation) => ({
        tenant_id: unit.tenantId,
        work_unit_id: unit.workUnitId,
        reference_type: relationTypes[relation.referenceType],
        reference_id: relation.referenceId,
        created: context.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Makes a unit in state New with its relations, its first history record, its audit record and the event OnNew, all in
 * the caller's transaction.
 */
export const insertWorkUnit = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  change: Change,
  { tenantId, fields, relations = [], createdByRuleId }: NewWorkUnit,
): Promise<WorkUnitRow> => {
  const { context } = change;
  const row = await db
    .insertInto('work_units')
    .values({
      ...toColumns({ ...fields, stateId: 'New' }),
      ...(fields.affectedResources && {
        affected_entities: affectedEntities(tenantId, fields.affectedResources, null),
      }),
      tenant_id: tenantId,
      internal_work_unit_id: randomUUID(),
      created_by_rule_id: createdByRuleId ?? null,
      ...change.created(),
    } as Insertable<WorkUnitTable>)
    .returningAll()
    .executeTakeFirstOrThrow();
  const key = { tenantId, workUnitId: row.work_unit_id };
  await addRelations(db, context, key, relations);
  await addHistory(db, context, key, [{ historyType: 'WorkUnitEvent', detail: 'OnNew' }]);
  await change.record({
    entity: 'WorkUnit',
    id: String(row.work_unit_id),
    tenantId,
    after: toWorkUnit(row),
  });
  await recordWorkUnitEvent(services, db, context, row, 'OnNew');
  return row;
};
