import { ancestorLimit, relationLimit } from '@cfs/contracts/work-unit-relations';
import { relationTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import { conflict } from '../../../platform/problems.ts';
import { isOpenState } from '../is-open-work-unit.ts';
import { countRelations } from './relation-rows.ts';

/** Two units as parent and child; `undefined` is the unit that is being created. */
export interface Family {
  readonly parentId: number | undefined;
  readonly childId: number | undefined;
}

/** The parent and the child of a relation; `undefined` for a relation of another type. */
export const familyOf = (
  workUnitId: number | undefined,
  { referenceType, referenceId }: WorkUnitRelation,
): Family | undefined => {
  if (referenceType === 'Parent') return { parentId: Number(referenceId), childId: workUnitId };
  if (referenceType === 'Child') return { parentId: workUnitId, childId: Number(referenceId) };
  return undefined;
};

/** Serializes transactions that change parents in a tenant, so that no two of them create a cycle together. */
export const lockFamilies = (db: ScopedDatabase, tenantId: string): Promise<void> =>
  takeLock(db, `work unit parents ${tenantId}`);

interface Member {
  readonly state: number;
  readonly number: number;
}

/** Reads state and public number of units and locks the units until the transaction ends. */
const lockMembers = async (
  db: ScopedDatabase,
  tenantId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Member>> => {
  const rows = await db
    .selectFrom('work_units')
    .select(['work_unit_id', 'public_work_unit_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', 'in', ids)
    .orderBy('work_unit_id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.work_unit_id, { state: row.state, number: row.public_work_unit_id }]));
};

/** The ids of a unit and its ancestors: the unit first, then nearest first, up to `ancestorLimit` ancestors. */
const readAncestors = async (db: ScopedDatabase, tenantId: string, workUnitId: number): Promise<number[]> => {
  const rows = await db.guarded<{ id: string }>(sql`
    with recursive above as (
      select ${workUnitId}::bigint as id, 0 as level
      union all
      select relation.reference_id::bigint, above.level + 1
      from above
      join work_unit_relations relation on relation.tenant_id = ${tenantId} and relation.work_unit_id = above.id
        and relation.reference_type = ${sql.lit(relationTypes.Parent)}
      where above.level < ${sql.lit(ancestorLimit)}
    )
    select id from above order by level`);
  return rows.map(({ id }) => Number(id));
};

/** The number of levels of children below a unit, counted up to `ancestorLimit`. */
const readHeight = async (db: ScopedDatabase, tenantId: string, workUnitId: number): Promise<number> => {
  const [row] = await db.guarded<{ height: number }>(sql`
    with recursive below as (
      select ${workUnitId}::bigint as id, 0 as level
      union all
      select relation.reference_id::bigint, below.level + 1
      from below
      join work_unit_relations relation on relation.tenant_id = ${tenantId} and relation.work_unit_id = below.id
        and relation.reference_type = ${sql.lit(relationTypes.Child)}
      where below.level < ${sql.lit(ancestorLimit)}
    )
    select max(level) as height from below`);
  return row?.height ?? 0;
};

const findParent = async (db: ScopedDatabase, tenantId: string, childId: number): Promise<number | undefined> =>
  (await readAncestors(db, tenantId, childId))[1];

/**
 * Checks that a unit may become the parent of another, and locks both. The caller has called `lockFamilies`.
 *
 * @throws 409 for a unit with another parent, an ancestor as a child, a finished parent of an open child, the eleventh
 * ancestor of the child or of a unit below it, and beyond 100 children.
 */
export const expectFamily = async (
  db: ScopedDatabase,
  tenantId: string,
  { parentId, childId }: Family,
): Promise<void> => {
  const ids = [parentId, childId].filter((id) => id !== undefined);
  const members = await lockMembers(db, tenantId, ids);
  const named = (id: number | undefined): string => `#${(id && members.get(id)?.number) ?? ''}`;
  if (childId !== undefined) {
    const present = await findParent(db, tenantId, childId);
    if (present !== undefined && present !== parentId)
      throw conflict(`${named(childId)} already has a parent. Remove that relation first.`);
  }
  if (parentId === undefined) return;
  const ancestors = await readAncestors(db, tenantId, parentId);
  if (childId !== undefined && ancestors.includes(childId))
    throw conflict(
      `${named(childId)} is already an ancestor of ${named(parentId)}: a work unit cannot be its own ancestor.`,
    );
  const height = childId === undefined ? 0 : await readHeight(db, tenantId, childId);
  if (ancestors.length + height > ancestorLimit) throw conflict(`A work unit has at most ${ancestorLimit} ancestors.`);
  const isChildOpen = childId === undefined || isOpenState(members.get(childId)?.state ?? 0);
  if (isChildOpen && !isOpenState(members.get(parentId)?.state ?? 0))
    throw conflict(`${named(parentId)} is finished and cannot have an open child. Reopen it first.`);
  if ((await countRelations(db, { tenantId, workUnitId: parentId }, 'Child')) >= relationLimit)
    throw conflict(`A work unit has at most ${relationLimit} children.`);
};
