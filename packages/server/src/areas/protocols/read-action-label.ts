import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The label of a protocol's action: its summary, or else the name of its definition. */
export const readActionLabel = async (
  db: ScopedDatabase,
  action: { readonly actionDefinitionId: string; readonly protocolActionId: string | null },
): Promise<string> => {
  const definition = await db
    .selectFrom('action_definitions')
    .leftJoin('protocol_actions as action', (join) =>
      join
        .onRef('action.action_definition_id', '=', 'action_definitions.action_definition_id')
        .on('action.protocol_action_id', '=', action.protocolActionId),
    )
    .select(['action_definitions.name', 'action.summary'])
    .where('action_definitions.action_definition_id', '=', action.actionDefinitionId)
    .executeTakeFirst();
  return definition?.summary || definition?.name || 'An action that is no longer defined';
};
