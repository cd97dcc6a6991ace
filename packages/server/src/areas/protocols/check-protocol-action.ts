import { builtInActions, isWorkUnitPlaceholder, protocolActionTypes } from '@cfs/contracts/actions';
import { placeholdersIn } from '@cfs/contracts/action-placeholders';
import { emailTemplates } from '@cfs/contracts/email-templates';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { knownParameters } from '@cfs/contracts/protocols';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';

const refuse = (message: string): never => {
  throw invalid({ Parameters: [message] });
};

/**
 * The parameters that a protocol's action keeps: those that the chosen definition names. Throws 400 when the tenant
 * has no such definition for protocols, or a value holds a placeholder or a template that nobody knows.
 */
export const checkProtocolAction = async (
  db: ScopedDatabase,
  tenantId: string,
  action: { readonly actionDefinitionId: string; readonly parameters: ParameterValues },
): Promise<ParameterValues> => {
  const definition = await db
    .selectFrom('action_definitions')
    .select('input_parameters')
    .where('action_definition_id', '=', action.actionDefinitionId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('action_definition_type_id', 'in', protocolActionTypes)
    .executeTakeFirst();
  if (!definition) throw invalid({ ActionDefinitionId: ['Please choose an action of the tenant.'] });
  const parameters = knownParameters(definition.input_parameters, action.parameters);
  const unknown = Object.values(parameters)
    .flatMap((value) => placeholdersIn(value ?? ''))
    .find((name) => !isWorkUnitPlaceholder(name));
  if (unknown !== undefined) refuse(`The placeholder {{${unknown}}} is not known.`);
  const template = parameters['Template'] ?? '';
  const isTemplate = template === '' || emailTemplates.some((name) => name === template);
  if (action.actionDefinitionId === builtInActions.sendEmail && !isTemplate)
    refuse(`There is no template ${template}.`);
  return parameters;
};
