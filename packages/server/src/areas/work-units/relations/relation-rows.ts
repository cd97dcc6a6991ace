import {
  isUnitRelation,
  relationTypes,
  unitRelationTypes,
  type RelationType,
} from '@cfs/contracts/work-unit-enumerations';
import { relationLimit } from '@cfs/contracts/work-unit-relations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import { addSystemHistory } from '../history/add-system-history.ts';
import { describeReference } from './related-entity.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** Resolves with the number of entities of a type that a unit relates to. */
export const countRelations = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
  referenceType: RelationType,
): Promise<number> => {
  const { count } = await db
    .selectFrom('work_unit_relations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .where('reference_type', '=', relationTypes[referenceType])
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** @throws 409 for a unit that has reached the limit of relations of the type. */
export const expectRelationRoom = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
  referenceType: RelationType,
): Promise<void> => {
  if ((await countRelations(db, key, referenceType)) >= relationLimit)
    throw conflict(`A work unit relates to at most ${relationLimit} entities of one type.`);
};

/** Whether a unit relates to an entity. */
export const hasRelation = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
  relation: WorkUnitRelation,
): Promise<boolean> => {
  const found = await db
    .selectFrom('work_unit_relations')
    .select('reference_id')
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .where('reference_type', '=', relationTypes[relation.referenceType])
    .where('reference_id', '=', relation.referenceId)
    .executeTakeFirst();
  return found !== undefined;
};

/** The relation as stored with the unit and, if it is one to another unit, its counterpart stored with that unit. */
export const bothSides = (
  key: WorkUnitKey,
  relation: WorkUnitRelation,
): readonly (readonly [WorkUnitKey, WorkUnitRelation])[] => {
  const own = [key, relation] as const;
  if (!isUnitRelation(relation.referenceType)) return [own];
  const other = { tenantId: key.tenantId, workUnitId: Number(relation.referenceId) };
  const referenceType = unitRelationTypes[relation.referenceType];
  return [own, [other, { referenceType, referenceId: String(key.workUnitId) }]];
};

/** Stores relations of a unit; a relation of two units is stored with both. Existing relations stay unchanged. */
export const insertRelations = async (
  db: ScopedDatabase,
  context: Context,
  key: WorkUnitKey,
  relations: readonly WorkUnitRelation[],
): Promise<void> => {
  const ties = relations.flatMap((relation) => bothSides(key, relation));
  if (ties.length === 0) return;
  await db
    .insertInto('work_unit_relations')
    .values(
      ties.map(([side, { referenceType, referenceId }]) => ({
        tenant_id: side.tenantId,
        work_unit_id: side.workUnitId,
        reference_type: relationTypes[referenceType],
        reference_id: referenceId,
        created: context.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes a relation of a unit; a relation of two units is deleted from both. */
export const deleteRelation = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
  relation: WorkUnitRelation,
): Promise<void> => {
  for (const [side, { referenceType, referenceId }] of bothSides(key, relation))
    await db
      .deleteFrom('work_unit_relations')
      .where('tenant_id', '=', side.tenantId)
      .where('work_unit_id', '=', side.workUnitId)
      .where('reference_type', '=', relationTypes[referenceType])
      .where('reference_id', '=', referenceId)
      .execute();
};

type RelationChange = 'added' | 'removed';

const phrases: Readonly<Partial<Record<RelationType, Readonly<Record<RelationChange, string>>>>> = {
  Parent: { added: 'Child of', removed: 'No longer a child of' },
  Child: { added: 'Parent of', removed: 'No longer the parent of' },
  MergedInto: { added: 'Merged into', removed: 'No longer merged into' },
  MergedFrom: { added: 'Merged from', removed: 'No longer merged from' },
};
const related: Readonly<Record<RelationChange, string>> = { added: 'Related to', removed: 'No longer related to' };

/** Records a relation in a unit's history: `Related to device srv-1`, `Child of work unit #7 Move the office`. */
export const recordRelation = async (
  db: ScopedDatabase,
  context: Context,
  [key, relation]: readonly [WorkUnitKey, WorkUnitRelation],
  what: RelationChange,
): Promise<void> => {
  const phrase = (phrases[relation.referenceType] ?? related)[what];
  const detail = `${phrase} ${await describeReference(db, key.tenantId, relation)}`;
  await addSystemHistory(db, context, key, [{ historyType: 'General', detail }]);
};
