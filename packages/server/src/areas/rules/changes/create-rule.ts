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
 * Creates a rule from the body of PUT v1/rules. Without a tenant it belongs to the request's. A null tenant creates a
 * rule of all tenants, which requires an all-tenant administrator. The id is generated unless other rows already refer
 * to it.
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
