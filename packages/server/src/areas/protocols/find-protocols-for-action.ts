import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

const scope = { permission: 'ActionDefinitions:view', shared: true } as const;

/** The protocols that have an action of the definition, by name. */
export const findProtocolsForAction = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  actionDefinitionId: string,
): Promise<{ protocolId: string; name: string }[]> =>
  gate.read(context, scope, (db) =>
    db
      .selectFrom('protocols')
      .innerJoin('protocol_actions as action', (join) =>
        join
          .onRef('action.tenant_id', '=', 'protocols.tenant_id')
          .onRef('action.protocol_id', '=', 'protocols.protocol_id'),
      )
      .select(['protocols.protocol_id as protocolId', 'protocols.name'])
      .distinct()
      .where('action.action_definition_id', '=', actionDefinitionId)
      .where(inScope(context, scope, 'protocols.tenant_id'))
      .orderBy('protocols.name')
      .execute(),
  );
