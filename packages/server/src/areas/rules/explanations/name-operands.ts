import { isGuid } from '@cfs/contracts/guid';
import type { ExplainedAlternative, ExplainedCondition } from '@cfs/contracts/rule-explanations';
import { severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { findCategoryNames, findSubcategoryNames } from '../../categories/find-category-names.ts';
import { readSubjectNames } from '../read-subject-names.ts';

const scope = { permission: 'Rules:view', shared: true } as const;

type Names = ReadonlyMap<string, string>;
type FindNames = (ids: readonly string[]) => Promise<Names>;

const catalogue = (entries: Readonly<Record<string, number>>): FindNames => {
  const names = new Map(Object.entries(entries).map(([name, id]) => [String(id), name]));
  return () => Promise.resolve(names);
};

/** Finds names by number; a text that is not an id is ignored. */
const byNumber =
  (find: (ids: readonly number[]) => Promise<Names>): FindNames =>
  async (texts) => {
    const ids = texts.filter((text) => /^\d{1,9}$/.test(text)).map(Number);
    return ids.length === 0 ? new Map() : find(ids);
  };

const findRuleNames = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  ids: readonly string[],
): Promise<Names> => {
  const rows = await db
    .selectFrom('rules')
    .select(['rule_id', 'name'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where((row) => row('rule_id', '=', row.fn.any(row.val(ids.filter((id) => isGuid(id))))))
    .where(inScope(context, scope, 'rules.tenant_id'))
    .execute();
  return new Map(rows.map(({ rule_id, name }) => [rule_id, name]));
};

/** Functions that find the names of the ids in operands, by left operand. */
const findersOf = (
  services: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
): ReadonlyMap<number, FindNames> => {
  const subjects: FindNames = (ids) =>
    readSubjectNames(
      services,
      db,
      tenantId,
      ids.filter((id) => isGuid(id)),
    );
  return new Map([
    [6, subjects],
    [9, subjects],
    [20, subjects],
    [21, subjects],
    [30, (ids) => findRuleNames(db, context, tenantId, ids)],
    [61, catalogue(severities)],
    [62, catalogue(workUnitStates)],
    [63, catalogue(workUnitTypes)],
    [64, byNumber((ids) => findCategoryNames(db, ids))],
    [65, byNumber((ids) => findSubcategoryNames(db, ids))],
  ]);
};

/** Adds the names of the ids in the operands to the conditions, as far as the caller may see them. */
export const nameOperands = async (
  services: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  tenantId: string,
  alternatives: readonly ExplainedAlternative[],
): Promise<ExplainedAlternative[]> => {
  const conditions = alternatives.flatMap((alternative) => alternative.conditions);
  const names = await services.gate.read(context, scope, async (db) => {
    const finders = findersOf(services, db, context, tenantId);
    const found = new Map<number, Names>();
    for (const [operand, of] of Map.groupBy(conditions, ({ leftOperand }) => leftOperand)) {
      const ids = of.flatMap(({ rightOperand, value }) => [rightOperand, value].filter((id) => id !== null));
      const find = finders.get(operand);
      if (find) found.set(operand, await find([...new Set(ids.map((id) => id.toLowerCase()))]));
    }
    return found;
  });
  const nameOf = (operand: number, id: string | null): string | null =>
    (id === null ? undefined : names.get(operand)?.get(id.toLowerCase())) ?? null;
  const named = (condition: ExplainedCondition): ExplainedCondition => ({
    ...condition,
    rightName: nameOf(condition.leftOperand, condition.rightOperand),
    valueName: nameOf(condition.leftOperand, condition.value),
  });
  return alternatives.map((alternative) => ({ ...alternative, conditions: alternative.conditions.map(named) }));
};
