import { blockTypes } from '@cfs/contracts/block-enumerations';
import { tenantOperandId, type LeftOperand } from '@cfs/contracts/rule-left-operands';
import { severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { forbidden } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readCategoryLookup, readSubcategoryLookup } from '../../categories/category-lookups.ts';

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

const entityOperandId = 6;
const deviceOperandId = 9;
const subscriptionOperandId = 21;
const activeRuleOperandId = 30;
const categoryOperandId = 64;
const subcategoryOperandId = 65;
const scope = { permission: 'Rules:view', shared: true } as const;

/** Maximum number of options of one lookup. */
const optionLimit = 1_000;

/** The blocks of a tenant by name; for devices, only heartbeat blocks, which have the ids of their devices. */
const readEntityOptions = ({ gate }: Pick<Services, 'gate'>, context: Context, tenantId: string, isDevice: boolean) =>
  gate.read(context, scope, (db) =>
    db
      .selectFrom('blocks')
      .select(['block_id as value', 'name'])
      .where('tenant_id', '=', tenantId)
      .where(inScope(context, scope, 'blocks.tenant_id'))
      .$if(isDevice, (query) => query.where('block_type_id', '=', blockTypes.deviceHeartbeat))
      .orderBy('name')
      .limit(optionLimit)
      .execute(),
  );

const readRuleOptions = ({ gate }: Pick<Services, 'gate'>, context: Context, tenantId: string) =>
  gate.read(context, scope, (db) =>
    db
      .selectFrom('rules')
      .select(['rule_id as value', 'name'])
      .where('is_deleted', '=', false)
      .where(inScope(context, scope, 'rules.tenant_id'))
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
      .orderBy('name')
      .limit(optionLimit)
      .execute(),
  );

const isOf =
  (tenantId: string) =>
  (row: { readonly tenantId: string | null }): boolean =>
    row.tenantId === null || row.tenantId === tenantId;

/**
 * The options for the right operand that the editor of the tenant's rules offers; empty if any text is valid. Tenants
 * are those that the caller may access. Entities, devices, rules and categories are limited to 1,000 each, by name.
 *
 * @throws 403 for a tenant out of reach.
 */
export const readInputOptions = async (
  services: Services,
  context: Context,
  operand: LeftOperand,
  tenantId: string,
): Promise<InputOption[]> => {
  const reach = context.scopeOf('Rules:view');
  const mayReach = (id: string): boolean => reach.kind === 'all' || reach.tenantIds.includes(id);
  if (!mayReach(tenantId)) throw forbidden();
  const { tenantsByName, subscriptions } = await services.snapshot.current();
  switch (operand.id) {
    case entityOperandId:
    case deviceOperandId:
      return readEntityOptions(services, context, tenantId, operand.id === deviceOperandId);
    case tenantOperandId:
      return tenantsByName
        .filter((each) => mayReach(each.tenantId))
        .map((each) => ({ value: each.tenantId, name: each.name }));
    case subscriptionOperandId:
      return [...subscriptions.values()]
        .filter((each) => each.tenantId === tenantId)
        .map((each) => ({ value: each.subscriptionId, name: each.name }));
    case activeRuleOperandId:
      return readRuleOptions(services, context, tenantId);
    case categoryOperandId:
      return (await readCategoryLookup(services, context))
        .filter(isOf(tenantId))
        .map(({ workUnitCategoryId, name }) => ({ value: String(workUnitCategoryId), name }));
    case subcategoryOperandId:
      return (await readSubcategoryLookup(services, context))
        .filter(isOf(tenantId))
        .map(({ workUnitSubcategoryId, name }) => ({ value: String(workUnitSubcategoryId), name }));
    default:
      return catalogues[operand.id] ?? [];
  }
};
