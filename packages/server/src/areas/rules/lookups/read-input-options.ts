import { inputTypes, tenantOperandId, type LeftOperand } from '@cfs/contracts/rule-left-operands';
import { severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { forbidden } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/** One choice for the right side of a condition. */
export interface InputOption {
  readonly value: string;
  readonly name: string;
}

const catalogue = (entries: Readonly<Record<string, number>>): InputOption[] =>
  Object.entries(entries).map(([name, id]) => ({ value: String(id), name }));

const catalogues: Readonly<Record<number, InputOption[]>> = {
  61: catalogue(severities),
  62: catalogue(workUnitStates),
  63: catalogue(workUnitTypes),
};

const subscriptionOperandId = 21;
const activeRuleOperandId = 30;
const scope = { permission: 'Rules:view', shared: true } as const;

/**
 * What an editor of the tenant's rules offers as the right operand; empty where any text will do. Tenants are those
 * that the caller may reach.
 *
 * @throws 403 for a tenant out of reach.
 */
export const readInputOptions = async (
  { gate, snapshot }: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  operand: LeftOperand,
  tenantId: string,
): Promise<InputOption[]> => {
  const reach = context.scopeOf('Rules:view');
  const mayReach = (id: string): boolean => reach.kind === 'all' || reach.tenantIds.includes(id);
  if (!mayReach(tenantId)) throw forbidden();
  if (operand.inputTypeId !== inputTypes.Choice) return [];
  const { tenantsByName, subscriptions } = await snapshot.current();
  if (operand.id === tenantOperandId) {
    return tenantsByName
      .filter((each) => mayReach(each.tenantId))
      .map((each) => ({ value: each.tenantId, name: each.name }));
  }
  if (operand.id === subscriptionOperandId) {
    return [...subscriptions.values()]
      .filter((each) => each.tenantId === tenantId)
      .map((each) => ({ value: each.subscriptionId, name: each.name }));
  }
  if (operand.id !== activeRuleOperandId) return catalogues[operand.id] ?? [];
  return gate.read(context, scope, (db) =>
    db
      .selectFrom('rules')
      .select(['rule_id as value', 'name'])
      .where('is_deleted', '=', false)
      .where(inScope(context, scope, 'rules.tenant_id'))
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
      .orderBy('name')
      .limit(1_000)
      .execute(),
  );
};
