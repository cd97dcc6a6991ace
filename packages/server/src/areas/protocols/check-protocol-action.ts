import { protocolActionTypes } from '@cfs/contracts/action-enumerations';
import { requiredParameters } from '@cfs/contracts/actions';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { knownParameters, protocolParameterFaults } from '@cfs/contracts/protocols';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';
import { secretParameterFault } from '../actions/secrets/secret-parameters.ts';

interface CheckedAction {
  readonly actionDefinitionId: string;
  readonly runAutomatically: boolean;
  readonly parameters: ParameterValues;
}

/**
 * Checks the parameters of a protocol's action and returns those that its definition names.
 *
 * @throws 400 if the tenant has no such definition for protocols, or a parameter is invalid.
 */
export const checkProtocolAction = async (
  db: ScopedDatabase,
  tenantId: string,
  action: CheckedAction,
): Promise<ParameterValues> => {
  const definition = await db
    .selectFrom('action_definitions')
    .select(['input_parameters', 'endpoint_url'])
    .where('action_definition_id', '=', action.actionDefinitionId)
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('action_definition_type_id', 'in', protocolActionTypes)
    .executeTakeFirst();
  if (!definition) throw invalid({ ActionDefinitionId: ['Please choose an action of the tenant.'] });
  const parameters = knownParameters(definition.input_parameters, action.parameters);
  const required = requiredParameters(definition.input_parameters, definition.endpoint_url);
  const faults = Object.values(protocolParameterFaults({ ...action, required, parameters }));
  if (faults.length > 0) throw invalid({ Parameters: faults });
  const { actionDefinitionId } = action;
  const secretFault = await secretParameterFault(db, tenantId, { actionDefinitionId, parameters });
  if (secretFault !== undefined) throw invalid({ Parameters: [secretFault] });
  return parameters;
};
