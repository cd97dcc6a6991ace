import { requiredParameters, type OfferedAction } from '@cfs/contracts/actions';
import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * Returns the actions of the given types that a tenant has, by name: its own, built-in ones and those of all tenants.
 */
export const findDefinitions = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  permission: readonly Permission[],
  wanted: { readonly tenantId: string | undefined; readonly types: readonly number[] },
): Promise<OfferedAction[]> => {
  const scope = { permission, shared: true };
  return gate.read(context, scope, async (db) => {
    const rows = await db
      .selectFrom('action_definitions')
      .select([
        'action_definition_id as actionDefinitionId',
        'name',
        'description',
        'action_definition_type_id as actionDefinitionTypeId',
        'input_parameters as inputParameters',
        'tenant_id',
        'endpoint_url',
      ])
      .where(inScope(context, scope, 'action_definitions.tenant_id'))
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([wanted.tenantId ?? systemTenantId, systemTenantId]))))
      .where((row) => row('action_definition_type_id', '=', row.fn.any(row.val([...wanted.types]))))
      .orderBy('name')
      .execute();
    return rows.map(({ tenant_id: tenantId, endpoint_url: endpointUrl, ...action }) => ({
      ...action,
      tenantId: tenantId === systemTenantId ? null : tenantId,
      requiredParameters: requiredParameters(action.inputParameters, endpointUrl),
    }));
  });
};
