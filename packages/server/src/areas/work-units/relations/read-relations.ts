import { guidPattern } from '@cfs/contracts/guid';
import { relationLimit, type RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { nameOf } from '@cfs/contracts/name-of';
import {
  relationTypes,
  unitRelationTypes,
  workUnitStates,
  type UnitRelationType,
} from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { number } from './related-entity.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';

/** The name of a related entity within the unit's tenant; null if the reference is not a valid key of its type. */
const labelOf = sql<string | null>`case relation.reference_type
  when ${sql.lit(relationTypes.RuleMatch)} then (select match.label from rule_matches match
    where match.tenant_id = relation.tenant_id and match.rule_match_id = relation.as_guid)
  when ${sql.lit(relationTypes.Device)} then (select device.name from devices device
    where device.tenant_id = relation.tenant_id and device.device_id = relation.as_guid)
  when ${sql.lit(relationTypes.Block)} then (select block.name from blocks block
    where block.tenant_id = relation.tenant_id and block.block_id = relation.as_guid)
  else unit.title end`;

const betweenUnits = sql.join(
  (Object.keys(unitRelationTypes) as UnitRelationType[]).map((type) => sql.lit(relationTypes[type])),
);

/**
 * Reads the entities that a unit relates to, newest first, at most 100 of each type. Throws 404 for a unit that the
 * caller may not see.
 */
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
      public_work_unit_id: string | null;
      state: number | null;
    }>(sql`
      select relation.reference_type, relation.reference_id, relation.created, ${labelOf} as label,
        unit.public_work_unit_id, unit.state
      from (
        select own.*,
          case when own.reference_id ~* ${guidPattern.source} then own.reference_id::uuid end as as_guid,
          case when own.reference_id ~ ${number.source} then own.reference_id::bigint end as as_number,
          row_number() over (partition by own.reference_type order by own.created desc, own.reference_id) as place
        from work_unit_relations own
        where own.tenant_id = ${row.tenant_id} and own.work_unit_id = ${workUnitId}
      ) relation
      left join work_units unit on relation.reference_type in (${betweenUnits})
        and unit.tenant_id = relation.tenant_id and unit.work_unit_id = relation.as_number
      where relation.place <= ${sql.lit(relationLimit)}
      order by relation.reference_type, relation.place`);
    return related.map((each) => ({
      referenceType: nameOf(relationTypes, each.reference_type),
      referenceId: each.reference_id,
      created: each.created.toISOString(),
      label: each.label,
      ...(each.state !== null && {
        workUnit: {
          publicWorkUnitId: Number(each.public_work_unit_id),
          stateId: nameOf(workUnitStates, each.state),
        },
      }),
    }));
  });
