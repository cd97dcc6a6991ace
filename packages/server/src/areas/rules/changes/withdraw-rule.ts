import { systemContext, systemTenantId } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import type { RunnableRule } from '../evaluation/compile-rule.ts';
import { deleteOccurrences } from './delete-occurrences.ts';
import { raiseRuleEpoch } from './raise-rule-epoch.ts';

/** The properties that identify a version of a rule. */
export type RuleVersion = Pick<RunnableRule, 'tenantId' | 'ruleId' | 'modified'>;

/**
 * Takes a rule out of service: no node runs it after the commit. Lists, audit, log and metrics show this. A rule that
 * has been changed in the meantime stays in service; nothing happens if the rule is already out of service.
 */
export const withdrawRule = async (
  { gate, clock, log, metrics }: Pick<Services, 'gate' | 'clock' | 'log' | 'metrics'>,
  { tenantId, ruleId, modified }: RuleVersion,
  reason: string,
): Promise<void> => {
  const context = systemContext({ name: 'rules', clock, tenantId: tenantId === systemTenantId ? 'all' : tenantId });
  const withdrawn = await gate.write(context, { permission: 'Rules:edit', shared: true }, async (db, change) => {
    await raiseRuleEpoch(db, tenantId);
    const before = await db
      .selectFrom('rules')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .where('modified', '=', modified)
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .where('out_of_service_since', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return false;
    const after = await db
      .updateTable('rules')
      .set({
        out_of_service_since: clock.now(),
        out_of_service_reason: reason,
        ...change.modified(before),
      })
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await deleteOccurrences(db, context, 'Rules:edit', ruleId);
    await change.record({ entity: 'Rule', id: ruleId, tenantId, before, after });
    return true;
  });
  if (!withdrawn) return;
  metrics.rulesWithdrawn.inc();
  log.warn({ ruleId, tenantId, reason }, 'a rule was taken out of service');
};
