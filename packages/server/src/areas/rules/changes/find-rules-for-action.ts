import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';

const scope = { permission: 'ActionDefinitions:view', shared: true } as const;

/** The rules that name an action, among their match or expiration actions, by name. */
export const findRulesForAction = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  actionDefinitionId: string,
): Promise<{ ruleId: string; name: string }[]> => {
  const naming = JSON.stringify([{ ActionDefinitionId: actionDefinitionId }]);
  return gate.read(context, scope, (db) =>
    db
      .selectFrom('rules')
      .select(['rule_id as ruleId', 'name'])
      .where('is_deleted', '=', false)
      .where(inScope(context, scope, 'rules.tenant_id'))
      .where(sql<boolean>`(match_actions @> ${naming}::jsonb or expiration_actions @> ${naming}::jsonb)`)
      .orderBy('name')
      .execute(),
  );
};
