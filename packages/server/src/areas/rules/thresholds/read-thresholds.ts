import { ruleConditionSchema } from '@cfs/contracts/rule-conditions';
import type { RuleThreshold } from '@cfs/contracts/rule-thresholds';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { z } from 'zod';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { ruleMatchReaders } from '../matches/rule-match-entity.ts';
import { thresholdsOf } from './thresholds-of.ts';

const conditionsSchema = z.array(ruleConditionSchema);

/** Most rules that one call reads. */
const maxRules = 2_000;

/**
 * The thresholds of the enabled Ingestion and History rules that can apply to an entity of the request's tenant,
 * including rules of all tenants.
 */
export const readThresholds = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  entityId: string,
): Promise<RuleThreshold[]> => {
  const { tenantId } = context;
  return gate.read(context, { permission: ruleMatchReaders, shared: true }, async (db) => {
    const fact = (await readEntityFacts(db, [{ tenantId, entityId }])).of(tenantId, entityId);
    const rules = await db
      .selectFrom('rules')
      .select(['rule_id', 'name', 'conditions'])
      .where('tenant_id', 'in', [tenantId, systemTenantId])
      .where(inScope(context, { permission: ruleMatchReaders, shared: true }, 'rules.tenant_id'))
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .where('rule_type_id', 'in', [ruleTypes.Ingestion, ruleTypes.History])
      .where((row) =>
        row.or([
          row('subscription_id', 'is', null),
          ...(fact ? [row('subscription_id', '=', fact.subscriptionId)] : []),
        ]),
      )
      .orderBy('name')
      .orderBy('rule_id')
      .limit(maxRules)
      .execute();
    const entity = { tenantId, entityId, subscriptionId: fact?.subscriptionId, name: fact?.name };
    return rules.flatMap(({ rule_id: ruleId, name: ruleName, conditions }) => {
      const parsed = conditionsSchema.safeParse(conditions);
      return (parsed.success ? thresholdsOf(parsed.data, entity) : []).map((each) => ({ ruleId, ruleName, ...each }));
    });
  });
};
