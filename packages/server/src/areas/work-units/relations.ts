import { relationLimit, type RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { nameOf, relationTypes, type RelationType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { addRelations } from './insert-work-unit.ts';
import { lockWorkUnit } from './lock-work-unit.ts';
import { findVisibleWorkUnit } from './visible-work-unit.ts';
import { addHistory } from './work-unit-history.ts';

/** How the id of an entity other than a work unit is written. */
export const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const number = /^\d{1,15}$/;

/** Names of related entities, each within the unit's tenant; a reference that is no key of its kind has none. */
const labelOf = sql<string | null>`case relation.reference_type
  when ${sql.lit(relationTypes.RuleMatch)} then (select match.label from rule_matches match
    where match.tenant_id = relation.tenant_id and match.rule_match_id = relation.as_guid)
  when ${sql.lit(relationTypes.Device)} then (select device.name from devices device
    where device.tenant_id = relation.tenant_id and device.device_id = relation.as_guid)
  when ${sql.lit(relationTypes.Block)} then (select block.name from blocks block
    where block.tenant_id = relation.tenant_id and block.block_id = relation.as_guid)
  when ${sql.lit(relationTypes.WorkUnit)} then (select unit.title from work_units unit
    where unit.tenant_id = relation.tenant_id and unit.work_unit_id = relation.as_number)
  end`;

/** What a unit relates to, newest first, at most 100 of each type; 404 for a unit out of sight. */
export const readRelations = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<RelatedEntity[]> =>
  gate.read(context, 'WorkUnits:view', async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const related = await db.guarded<{
      reference_type: number;
      reference_id: string;
      created: Date;
      label: string | null;
    }>(sql`
      select relation.reference_type, relation.reference_id, relation.created, ${labelOf} as label
      from (
        select own.*,
          case when own.reference_id ~* ${guid.source} then own.reference_id::uuid end as as_guid,
          case when own.reference_id ~ ${number.source} then own.reference_id::bigint end as as_number,
          row_number() over (partition by own.reference_type order by own.created desc, own.reference_id) as place
        from work_unit_relations own
        where own.tenant_id = ${row.tenant_id} and own.work_unit_id = ${workUnitId}
      ) relation
      where relation.place <= ${sql.lit(relationLimit)}
      order by relation.reference_type, relation.place`);
    return related.map((each) => ({
      referenceType: nameOf(relationTypes, each.reference_type),
      referenceId: each.reference_id,
      created: each.created.toISOString(),
      label: each.label,
    }));
  });

const tables = {
  RuleMatch: 'rule_matches',
  Device: 'devices',
  Block: 'blocks',
  WorkUnit: 'work_units',
} as const;
const keys = { RuleMatch: 'rule_match_id', Device: 'device_id', Block: 'block_id', WorkUnit: 'work_unit_id' } as const;

/** Refuses a reference to an entity that the tenant does not have; messages are known outside alone. */
export const expectReference = async (
  db: ScopedDatabase,
  tenantId: string,
  { referenceId, referenceType }: WorkUnitRelation,
): Promise<void> => {
  if (referenceType === 'Message') return;
  const fault = invalid({ ReferenceId: ['Please choose an entity of the tenant.'] });
  if (!(referenceType === 'WorkUnit' ? number : guid).test(referenceId)) throw fault;
  const [found] = await db.guarded(
    sql`select 1 as found from ${sql.table(tables[referenceType])} entity
      where entity.tenant_id = ${tenantId} and entity.${sql.ref(keys[referenceType])} = ${referenceId} limit 1`,
  );
  if (found === undefined) throw fault;
};

/** Ties a unit to an entity of its tenant; one that it is tied to already stays. 409 beyond 100 of the type. */
export const addRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: WorkUnitRelation,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    if (relation.referenceType === 'WorkUnit' && Number(relation.referenceId) === workUnitId)
      throw invalid({ ReferenceId: ['A work unit does not relate to itself.'] });
    await expectReference(db, tenantId, relation);
    const known = await db
      .selectFrom('work_unit_relations')
      .select('reference_id')
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', workUnitId)
      .where('reference_type', '=', relationTypes[relation.referenceType])
      .execute();
    if (known.some(({ reference_id: id }) => id === relation.referenceId)) return;
    if (known.length >= relationLimit)
      throw conflict(`A work unit relates to at most ${relationLimit} entities of one type.`);
    const key = { tenantId, workUnitId };
    await addRelations(db, context, key, [relation]);
    await addHistory(db, context, key, [
      { historyType: 'General', detail: `Related to ${relation.referenceType} ${relation.referenceId}` },
    ]);
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      after: relation,
    });
  });

/** Takes a tie away; 404 when there is none. */
export const removeRelation = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  relation: { readonly referenceType: RelationType; readonly referenceId: string },
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const gone = await db
      .deleteFrom('work_unit_relations')
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', workUnitId)
      .where('reference_type', '=', relationTypes[relation.referenceType])
      .where('reference_id', '=', relation.referenceId)
      .returning('created')
      .execute();
    if (gone.length === 0) throw notFound('WorkUnitRelation');
    await addHistory(db, context, { tenantId, workUnitId }, [
      { historyType: 'General', detail: `No longer related to ${relation.referenceType} ${relation.referenceId}` },
    ]);
    await change.record({
      entity: 'WorkUnitRelation',
      id: String(workUnitId),
      tenantId,
      before: relation,
    });
  });
