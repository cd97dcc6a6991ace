import { builtInActions, ruleActionTypes } from '@cfs/contracts/action-enumerations';
import { isMatchPlaceholder } from '@cfs/contracts/actions';
import { placeholdersIn } from '@cfs/contracts/action-placeholders';
import type { RuleAction } from '@cfs/contracts/rules';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { parseColor } from '../parse-color.ts';
import { secretParameterFault } from '../secrets/secret-parameters.ts';

const builtInFault = ({ ActionDefinitionId, Parameters }: RuleAction, tenantId: string) => {
  if (ActionDefinitionId === builtInActions.setColor) {
    return parseColor(Parameters['Color'] ?? '') ? undefined : 'needs a colour.';
  }
  if (ActionDefinitionId !== builtInActions.createWorkUnit) return undefined;
  const severity = Parameters['SeverityId'];
  if (severity && !/^[0-4]$/.test(severity)) return 'needs a severity from 0 to 4.';
  const target = Parameters['TenantId'];
  return target && target.toLowerCase() !== tenantId ? 'refers to a tenant other than that of the rule.' : undefined;
};

/**
 * Returns the faults of the actions of a rule, as texts: an action that the tenant does not have or that rules may not
 * use, an unknown placeholder, an invalid parameter of a built-in action, a secret that the action cannot read.
 */
export const findActionFaults = async (
  db: ScopedDatabase,
  tenantId: string,
  actions: readonly RuleAction[],
): Promise<string[]> => {
  if (actions.length === 0) return [];
  const known = await db
    .selectFrom('action_definitions')
    .select('action_definition_id')
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where((row) =>
      row('action_definition_id', '=', row.fn.any(row.val(actions.map((each) => each.ActionDefinitionId)))),
    )
    .where((row) => row('action_definition_type_id', '=', row.fn.any(row.val([...ruleActionTypes]))))
    .execute();
  const ids = new Set(known.map((row) => row.action_definition_id));
  const secretFaults: (string | undefined)[] = [];
  for (const { ActionDefinitionId: actionDefinitionId, Parameters: parameters } of actions)
    secretFaults.push(await secretParameterFault(db, tenantId, { actionDefinitionId, parameters }));
  return actions.flatMap((action, index) => {
    const unknown = Object.values(action.Parameters)
      .flatMap((value) => placeholdersIn(value ?? ''))
      .find((name) => !isMatchPlaceholder(name));
    const fault = !ids.has(action.ActionDefinitionId)
      ? 'was not found.'
      : unknown !== undefined
        ? `contains the unknown placeholder {{${unknown}}}.`
        : builtInFault(action, tenantId);
    if (fault) return [`Action ${index + 1} ${fault}`];
    const secretFault = secretFaults[index];
    return secretFault ? [`Action ${index + 1}: ${secretFault}`] : [];
  });
};
