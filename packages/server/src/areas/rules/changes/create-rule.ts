import { randomUUID } from 'node:crypto';
import { ruleInputSchema, type RuleInput } from '@cfs/contracts/rules';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import { checkRule } from './check-rule.ts';
import { raiseRuleEpoch } from './raise-rule-epoch.ts';
import { ruleColumns } from '../rule-columns.ts';
import { startRuleTimer } from '../timers/rule-timers.ts';

/**
 * Makes a rule from the body of PUT v1/rules. Without a tenant it belongs to the request's; a null tenant makes it run
 * for every tenant and takes an all-tenant administrator. Its id is chosen here unless other rows name it already.
 *
 * @throws 400 with messages by field, 403 or 404 for a tenant out of the caller's reach.
 */
export const createRule = async (
  services: Pick<Services, 'gate' | 'snapshot' | 'work'>,
  context: Context,
  input: RuleInput,
  ruleId: string = randomUUID(),
): Promise<{ readonly ruleId: string }> => {
  const rule = ruleInputSchema.parse(input);
  await services.gate.write(context, { permission: 'Rules:create', shared: true }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'Rules:create', rule.tenantId);
    await raiseRuleEpoch(db, tenantId);
    await checkRule(db, tenantId, rule);
    const columns = ruleColumns(rule);
    await db
      .insertInto('rules')
      .values({
        ...columns,
        tenant_id: tenantId,
        rule_id: ruleId,
        is_deleted: false,
        ...change.created(),
      })
      .execute();
    await startRuleTimer(services.work, db, { ...rule, tenantId, ruleId }, context.clock.now());
    await change.record({ entity: 'Rule', id: ruleId, tenantId, after: columns });
  });
  return { ruleId };
};
