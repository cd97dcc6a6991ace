import { randomUUID } from 'node:crypto';
import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitFields, WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Insertable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { batched } from '../../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { startClocks } from '../../service-levels/clocks/start-clocks.ts';
import { affectedEntities } from '../relations/affected-entities.ts';
import { bothSides, insertRelations, recordRelation } from '../relations/relation-rows.ts';
import { recordWorkUnitEvent } from '../changes/work-unit-event.ts';
import { addHistory } from '../history/work-unit-history.ts';
import type { WorkUnitTable } from '../work-unit-table.ts';
import { toColumns, toWorkUnit, type WorkUnitRow } from '../list/work-unit-wire.ts';

/** The rule whose match creates a unit, and the length of the chain of matches that led to the unit. */
export interface MadeByRule {
  readonly ruleId: string;
  readonly depth: number;
}

/** A unit to create; its fields are already validated. */
export interface NewWorkUnit {
  readonly tenantId: string;
  /** Random by default. */
  readonly internalWorkUnitId?: string | undefined;
  readonly fields: Partial<WorkUnitFields> & Pick<WorkUnitFields, 'title' | 'severityId' | 'workUnitTypeId'>;
  readonly relations?: readonly WorkUnitRelation[];
  readonly createdByRule?: MadeByRule | undefined;
  /** Of an intake: the version of the form that its properties answer. */
  readonly intakeFormVersion?: number | null;
}

/** Units created in the same turn of the event loop are inserted by one statement. */
const insertUnits = batched(async (db: ScopedDatabase, rows: readonly Insertable<WorkUnitTable>[]) => {
  const inserted = await db.insertInto('work_units').values(rows).returningAll().execute();
  const byId = new Map(inserted.map((row) => [row.internal_work_unit_id, row]));
  return rows.map(({ internal_work_unit_id: id }): WorkUnitRow => {
    const row = byId.get(id);
    if (!row) throw new TypeError('The insert did not return a work unit.');
    return row;
  });
});

/**
 * Creates a unit in state New with its relations, its first history record, its audit record and the event OnNew, all
 * in the caller's transaction.
 */
export const insertWorkUnit = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  change: Change,
  { tenantId, internalWorkUnitId, fields, relations = [], createdByRule, intakeFormVersion = null }: NewWorkUnit,
): Promise<WorkUnitRow> => {
  const { context } = change;
  const clocks = await startClocks(services, db, context, tenantId, {
    state: workUnitStates.New,
    severity: severities[fields.severityId],
    work_unit_type_id: fields.workUnitTypeId,
    assigned_to: fields.assignedTo ?? null,
  });
  const row = await insertUnits(db, {
    ...toColumns({ ...fields, stateId: 'New' }),
    ...(fields.affectedResources && {
      affected_entities: affectedEntities(tenantId, fields.affectedResources, null),
    }),
    tenant_id: tenantId,
    internal_work_unit_id: internalWorkUnitId ?? randomUUID(),
    created_by_rule_id: createdByRule?.ruleId ?? null,
    rule_depth: createdByRule?.depth ?? 0,
    intake_form_version: intakeFormVersion,
    ...clocks.columns,
    ...change.created(),
  } as Insertable<WorkUnitTable>);
  const key = { tenantId, workUnitId: row.work_unit_id };
  await clocks.store(row.work_unit_id);
  await insertRelations(db, context, key, relations);
  await addHistory(db, context, key, [{ historyType: 'WorkUnitEvent', detail: 'OnNew' }]);
  await change.record({
    entity: 'WorkUnit',
    id: String(row.work_unit_id),
    tenantId,
    after: toWorkUnit(row),
  });
  for (const other of relations.flatMap((relation) => bothSides(key, relation).slice(1)))
    await recordRelation(db, context, other, 'added');
  await recordWorkUnitEvent(services, db, context, row, 'OnNew');
  return row;
};
