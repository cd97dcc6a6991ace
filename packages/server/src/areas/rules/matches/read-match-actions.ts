import { ruleActionSchema, type RuleAction } from '@cfs/contracts/rules';
import { z } from 'zod';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { stormColumns, toStormControl, type StormControl } from '../storms/storm-control.ts';

const actionsSchema = z.array(ruleActionSchema);

export interface MatchActions {
  readonly isEnabled: boolean;
  readonly matchActions: readonly RuleAction[];
  readonly expirationActions: readonly RuleAction[];
  readonly storm: StormControl;
}

/** The present actions of the rule of a match; `undefined` if the rule no longer exists. */
export const readMatchActions = async (
  db: ScopedDatabase,
  tenantId: string,
  ruleId: string,
): Promise<MatchActions | undefined> => {
  const rule = await db
    .selectFrom('rules')
    .select(['enabled', 'is_deleted', 'match_actions', 'expiration_actions', ...stormColumns])
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  return (
    rule && {
      isEnabled: rule.enabled && !rule.is_deleted,
      matchActions: actionsSchema.parse(rule.match_actions),
      expirationActions: actionsSchema.parse(rule.expiration_actions),
      storm: toStormControl(rule),
    }
  );
};
