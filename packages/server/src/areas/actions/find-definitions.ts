import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

/** An action that an editor may choose. */
export interface OfferedAction {
  readonly actionDefinitionId: string;
  readonly name: string;
  readonly description: string | null;
  readonly actionDefinitionTypeId: number;
  readonly inputParameters: string;
}

/** The actions of the types that a tenant has, by name: its own, the built-in ones, those of all tenants. */
export const findDefinitions = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  permission: readonly Permission[],
  wanted: { readonly tenantId: string | undefined; readonly types: readonly number[] },
): Promise<OfferedAction[]> => {
  const scope = { permission, shared: true };
  return gate.read(context, scope, (db) =>
    db
      .selectFrom('action_definitions')
      .select([
        'action_definition_id as actionDefinitionId',
        'name',
        'description',
        'action_definition_type_id as actionDefinitionTypeId',
        'input_parameters as inputParameters',
      ])
      .where(inScope(context, scope, 'action_definitions.tenant_id'))
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([wanted.tenantId ?? systemTenantId, systemTenantId]))))
      .where((row) => row('action_definition_type_id', '=', row.fn.any(row.val([...wanted.types]))))
      .orderBy('name')
      .execute(),
  );
};
