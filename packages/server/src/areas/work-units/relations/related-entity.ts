import { guidPattern } from '@cfs/contracts/guid';
import { isUnitRelation, type RelationType, type UnitRelationType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { invalid } from '../../../platform/problems.ts';

/** The format of the id of a work unit. */
export const number = /^\d{1,15}$/;

const tables = {
  RuleMatch: { table: 'rule_matches', key: 'rule_match_id', name: sql`entity.label` },
  Device: { table: 'devices', key: 'device_id', name: sql`entity.name` },
  Block: { table: 'blocks', key: 'block_id', name: sql`entity.name` },
  WorkUnit: {
    table: 'work_units',
    key: 'work_unit_id',
    name: sql`'#' || entity.public_work_unit_id || ' ' || entity.title`,
  },
} as const;

const tableOf = (type: Exclude<RelationType, 'Message'>) => (isUnitRelation(type) ? tables.WorkUnit : tables[type]);

const kindNames: Readonly<Record<Exclude<RelationType, UnitRelationType>, string>> = {
  RuleMatch: 'rule match',
  Device: 'device',
  Block: 'block',
  Message: 'message',
};

/** The relation with its id in canonical form, so that none is stored twice: `007` becomes `7`, GUIDs lower case. */
export const canonicalRelation = (relation: WorkUnitRelation): WorkUnitRelation => {
  const { referenceId, referenceType } = relation;
  if (referenceType === 'Message') return relation;
  if (!isUnitRelation(referenceType)) return { referenceType, referenceId: referenceId.toLowerCase() };
  return number.test(referenceId) ? { referenceType, referenceId: String(Number(referenceId)) } : relation;
};

/** Finds the name of the entity of a reference within the tenant; `undefined` if there is no such entity. */
const findName = async (
  db: ScopedDatabase,
  tenantId: string,
  { referenceId, referenceType }: WorkUnitRelation,
): Promise<{ readonly name: string | null } | undefined> => {
  if (referenceType === 'Message') return { name: null };
  if (!(isUnitRelation(referenceType) ? number : guidPattern).test(referenceId)) return undefined;
  const { table, key, name } = tableOf(referenceType);
  const [found] = await db.guarded<{ name: string | null }>(
    sql`select ${name} as name from ${sql.table(table)} entity
      where entity.tenant_id = ${tenantId} and entity.${sql.ref(key)} = ${referenceId} limit 1`,
  );
  return found;
};

/** Throws 400 for a reference to an entity that the tenant does not have; messages are external and not checked. */
export const expectReference = async (
  db: ScopedDatabase,
  tenantId: string,
  relation: WorkUnitRelation,
): Promise<void> => {
  if ((await findName(db, tenantId, relation)) === undefined)
    throw invalid({ ReferenceId: ['Please choose an entity of the tenant.'] });
};

/** Describes a related entity for the unit's history: `device srv-1`. */
export const describeReference = async (
  db: ScopedDatabase,
  tenantId: string,
  relation: WorkUnitRelation,
): Promise<string> => {
  const { referenceType } = relation;
  const found = await findName(db, tenantId, relation);
  return `${isUnitRelation(referenceType) ? 'work unit' : kindNames[referenceType]} ${found?.name ?? relation.referenceId}`;
};
